"""Turns without labels, as lines of JSON, masked before anything else is done with them."""

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yiku_extractor.pipeline.segments import USER_ROLES
from yiku_text.masking import Tokenise, mask
from yiku_text.pii_tokens import KEY_BYTES, token_key

_MOST_BEFORE = 4
_HAN = re.compile("[\u4e00-\u9fff]")
_WORD = re.compile("[A-Za-z]{2,}")


class BadTurn(ValueError):
    """A line that is no turn; the message says why, without its words."""


@dataclass(frozen=True)
class UnlabelledTurn:
    """A masked turn of line `line`; `before` are the (role, text) before it, role user or bot, four at most.

    `lang` and `slice` are what the line says, else lang is told by the letters and slice is "".
    """

    line: int
    text: str
    role: str
    before: tuple[tuple[str, str], ...]
    lang: str
    slice: str


class TurnReader:
    """The same personal data gives the same token, under a key that nobody keeps."""

    def __init__(self) -> None:
        self._tokenise: Tokenise = token_key(secrets.token_bytes(KEY_BYTES), "distill").token

    def read(self, file: Path) -> Iterator[UnlabelledTurn | BadTurn]:
        """Every line that holds anything, in order."""
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield self._turn(line, number)

    def _turn(self, line: str, number: int) -> UnlabelledTurn | BadTurn:
        try:
            row = json.loads(line)
            return self._masked(row, number)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return BadTurn(f"line {number}: {type(error).__name__}")

    def _masked(self, row: dict[str, Any], number: int) -> UnlabelledTurn:
        text = self._text(row["text"])
        before = tuple((_who(turn["role"]), self._text(turn["text"])) for turn in row.get("before", ()))
        role = _who(row.get("role", "user"))
        lang = row.get("lang") or language(text)
        return UnlabelledTurn(number, text, role, before[-_MOST_BEFORE:], lang, row.get("slice", ""))

    def _text(self, raw: object) -> str:
        if not isinstance(raw, str) or not raw.strip():
            raise ValueError("no text")
        return mask(raw, self._tokenise).text


def language(text: str) -> str:
    """zh, en or mixed: Chinese characters, words of Latin letters, or both."""
    if not _HAN.search(text):
        return "en"
    return "mixed" if _WORD.search(re.sub("<[^>]*>", "", text)) else "zh"


def _who(role: str) -> str:
    return "user" if role.lower() in USER_ROLES else "bot"
