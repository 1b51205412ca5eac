"""How much personal data the recognisers find, and what they take for it.

    python -m benchmarks.quality.pii FILE.jsonl... [--misses] [--part 0/2]

A line is {"text", "spans": [{"start", "end", "label"}]}. Labels are those of the sets or our own types; one that is
no personal data here (a URL) counts neither way. A span is right where it and a labelled one of the same kind are
equal but for punctuation at their ends; where a set gives no place (start -1), where its text stands.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from yiku_text import pii
from yiku_text.pii import PiiType

_KINDS: Final = {
    **{kind.value: kind.value for kind in PiiType},
    **dict.fromkeys(("mobile", "landline", "phone", "CN_PHONE", "phonenumber"), "phone"),
    "EMAIL": "email",
}
_EDGES: Final = " \t\n()[]{}<>+#,.;:!?，。；：！？（）"

Span: TypeAlias = tuple[int, int, str]
"""Start, end, kind."""


@dataclass
class Tally:
    """Counts by kind, and what was wrong: what it was, the kind, the characters, the text."""

    right: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, text: str, wanted: Iterable[Span], got: Iterable[Span], ignored: Iterable[Span]) -> None:
        """Compare the spans of one text."""
        left = {_core(text, span): span for span in got}
        for span in wanted:
            if left.pop(_core(text, span), None) is None:
                self._count(self.missed, "missed", text, span)
            else:
                self.right[span[2]] += 1
        for span in left.values():
            if not any(span[0] < end and start < span[1] for start, end, _ in ignored):
                self._count(self.invented, "invented", text, span)

    def row(self, kind: str) -> str:
        """Precision, recall and F1 of one kind, or of all where it is empty."""
        right, missed, invented = (
            sum(n for name, n in counts.items() if kind in ("", name))
            for counts in (self.right, self.missed, self.invented)
        )
        precision = right / (right + invented) if right + invented else 1.0
        recall = right / (right + missed) if right + missed else 1.0
        f1 = 2 * right / (2 * right + missed + invented) if right + missed + invented else 1.0
        counts = f"right {right:5}  missed {missed:4}  invented {invented:4}"
        return f"  {kind or 'all':9} {counts}  P {precision:.4f}  R {recall:.4f}  F1 {f1:.4f}"

    def kinds(self) -> list[str]:
        """Every kind seen."""
        return sorted({*self.right, *self.missed, *self.invented})

    def _count(self, counts: Counter[str], name: str, text: str, span: Span) -> None:
        counts[span[2]] += 1
        self.wrong.append((name, span[2], text[span[0] : span[1]], text))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--misses", action="store_true", help="print what was missed and invented")
    parser.add_argument("--part", default="0/1", help="only lines whose number leaves K by N, as K/N")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    for path in arguments.files:
        _report(path, path.read_text("utf-8").splitlines()[part::parts], misses=arguments.misses)


def _report(path: Path, lines: list[str], *, misses: bool) -> None:
    tally = Tally()
    began = time.perf_counter()
    for line in lines:
        row = json.loads(line)
        spans = [_labelled(row["text"], span) for span in row["spans"]]
        wanted = [span for span in spans if span[2]]
        ignored = [span for span in spans if not span[2]]
        found = [(one.start, one.end, _KINDS[one.type]) for one in pii.find(row["text"])]
        tally.add(row["text"], wanted, found, ignored)
    micros = (time.perf_counter() - began) / max(1, len(lines)) * 1e6
    print(f"{path.name}: {len(lines)} texts, {micros:.0f} us each")
    for kind in (*tally.kinds(), ""):
        print(tally.row(kind))
    for what in tally.wrong if misses else ():
        print("   ", *what, sep=" | ")


def _labelled(text: str, span: dict[str, int | str]) -> Span:
    start, end, words = int(span["start"]), int(span["end"]), str(span.get("text", ""))
    if start < 0:
        start = text.lower().find(words.lower())
        end = start + len(words)
    return start, end, _KINDS.get(str(span["label"]), "")


def _core(text: str, span: Span) -> Span:
    start, end, kind = span
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    return start, end, kind


if __name__ == "__main__":
    main()
