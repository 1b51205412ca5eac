"""Every time expression of an English text."""

import re
from collections.abc import Iterator

from yiku_text.times.choice import Reference
from yiku_text.times.en.lexer import tokens
from yiku_text.times.en.phrases import OPENERS, phrase
from yiku_text.times.scanning import Found, Grammar, expressions
from yiku_text.times.tokens import reader

_WORD = re.compile("[A-Za-z]{2}|^[^\u4e00-\u9fff]*[A-Za-z][^\u4e00-\u9fff]*$")
_HINT = re.compile(
    "[0-9]|day|night|morn|noon|even|week|month|year|hour|min|sec|ago|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may"
    "|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|eve|christ|xmas|easter|hallow|festival|thanks|quarter|half"
    "|centur|decade|now|tmr|last|next|lunch|dawn|dusk|daily|ties|clock|past|thirty|fifteen|forty| at |couple|o'c"
)

_GRAMMAR = Grammar(OPENERS, phrase)


def scan(text: str, reference: Reference) -> Iterator[Found]:
    """What tells a time in the text (normal form), from left to right, without overlap; digits alone do not."""
    if not _WORD.search(text):
        return
    lower = "".join(_lower(character) for character in text) if not text.isascii() else text.lower()
    if not _HINT.search(lower):
        return
    yield from expressions(reader(text, tokens(lower), reference), _GRAMMAR)


def _lower(character: str) -> str:
    """One character for one, so that places stay."""
    return character.lower() if character < "\x80" else "'" if character == "’" else character
