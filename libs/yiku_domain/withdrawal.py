"""What a person took back, and whether other words still say it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from yiku_domain.memory import JsonValue, Memory, Status

REJECT = "reject"
BY_A_PERSON = frozenset({"retract", REJECT, "correct", "edit"})
"""The operations with which people take back what a memory said, or something in it."""

SHARE = 0.6
"""Words that hold this much of what was taken back still say it."""

_CLAUSE = re.compile(r"[;；。.!！?？\n]+")
_UNIT = re.compile(r"<[a-z]+:[a-z2-7]{8}>|[a-z0-9]+(?:[.'’-][a-z0-9]+)*|[\u3400-\u9fff]+")
_LATIN = re.compile(r"[a-z0-9]")
_SHORTEST = 2
_LONGEST = 60


@dataclass(frozen=True)
class Withdrawal:
    """What was said and no longer stands, and the names and values in it that tell it by themselves."""

    content: str
    terms: frozenset[str]
    at: datetime


def withdrawal(operation: str, before: Memory, after: Memory, at: datetime) -> Withdrawal:
    """What `before` said and `after`, the version that `operation` made of it, does not.

    Names and values of something rejected tell nothing: it had never been taken for true.
    """
    if operation == REJECT:
        return Withdrawal(before.content, frozenset(), at)
    standing = frozenset[str]() if after.status is Status.RETRACTED else telling(after)
    return Withdrawal(before.content, telling(before) - standing, at)


def telling(memory: Memory) -> frozenset[str]:
    """Names and values of a memory, folded; neither single characters nor sentences."""
    words = (*(entity.name for entity in memory.entities), *_strings(dict(memory.value)))
    folded = (_fold(word) for word in words)
    return frozenset(word for word in folded if _SHORTEST <= len(word) <= _LONGEST)


def still_says(text: str, gone: Withdrawal) -> bool:
    """Whether a text holds a telling term, or one of its clauses most of the words."""
    folded = _fold(text)
    if any(_stands(term, folded) for term in gone.terms):
        return True
    wanted = _units(gone.content)
    clauses = (_units(clause) for clause in _CLAUSE.split(text))
    return bool(wanted) and any(len(wanted & held) >= SHARE * len(wanted) for held in clauses)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _stands(term: str, folded: str) -> bool:
    """Anywhere, but not as a part of a Latin word or a number."""
    at = folded.find(term)
    while at >= 0:
        before, after = folded[max(0, at - 1) : at], folded[at + len(term) : at + len(term) + 1]
        cut = (_LATIN.match(before) and _LATIN.match(term[0])) or (_LATIN.match(after) and _LATIN.match(term[-1]))
        if not cut:
            return True
        at = folded.find(term, at + 1)
    return False


def _units(text: str) -> frozenset[str]:
    """Words, numbers and masked values, and pairs of Chinese characters."""
    return frozenset(unit for run in _UNIT.findall(_fold(text)) for unit in _parts(run))


def _parts(run: str) -> Iterator[str]:
    if run.isascii() or len(run) == 1:
        yield run
    else:
        yield from (run[i : i + 2] for i in range(len(run) - 1))


def _strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
