"""What has been labelled so far, so that a run that was killed goes on where it stopped."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

LABELLED = "labelled"


class JournalProblem(Exception):
    """The files are not what a run of this command left; the message says how."""


class Journal:
    """Labels in `out`, and beside it in `out`.journal which lines of `turns` are settled.

    The journal is written behind the labels and says how long they are then: labels that it does not know of
    are cut off, so that none is there twice. It names lines by number and holds no word of them.
    """

    def __init__(self, turns: Path, out: Path) -> None:
        self._turns = turns
        self._out = out
        self._file = out.with_name(out.name + ".journal")
        self._settled: set[int] = set()
        self._size = 0

    def __enter__(self) -> Self:
        """JournalProblem where `out` is of something else."""
        if self._file.exists():
            self._recall()
        elif self._out.exists() and self._out.stat().st_size:
            raise JournalProblem(f"{self._out} is there already and was not begun by this command")
        length = self._out.stat().st_size if self._out.exists() else 0
        if length < self._size:
            raise JournalProblem(f"{self._out} is shorter than {self._file} says: remove both to begin anew")
        self._labels = self._out.open("ab")
        self._labels.truncate(self._size)
        self._entries = self._file.open("a", encoding="utf-8")
        if not self._file.stat().st_size:
            self._enter({"turns": self._turns.name})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._labels.close()
        self._entries.close()

    @property
    def settled(self) -> frozenset[int]:
        """Lines that are labelled."""
        return frozenset(self._settled)

    def label(self, line: int, row: Mapping[str, object]) -> None:
        """Keep the label of a line."""
        written = json.dumps(row, ensure_ascii=False) + "\n"
        self._size += self._labels.write(written.encode("utf-8"))
        self._labels.flush()
        self._enter({"line": line, "outcome": LABELLED, "size": self._size})
        self._settled.add(line)

    def fail(self, line: int, why: str) -> None:
        """The line has no label yet; the next run tries it again."""
        self._enter({"line": line, "outcome": why, "size": self._size})

    def _enter(self, entry: Mapping[str, object]) -> None:
        self._entries.write(json.dumps(entry) + "\n")
        self._entries.flush()

    def _recall(self) -> None:
        whole, _, torn = self._file.read_text("utf-8").rpartition("\n")
        if torn:
            os.truncate(self._file, len(f"{whole}\n".encode()) if whole else 0)
        entries = [json.loads(line) for line in whole.splitlines()]
        if entries and entries[0].get("turns") != self._turns.name:
            raise JournalProblem(f"{self._out} holds labels of {entries[0].get('turns')}, not of {self._turns.name}")
        for entry in entries[1:]:
            self._size = entry["size"]
            if entry["outcome"] == LABELLED:
                self._settled.add(entry["line"])
