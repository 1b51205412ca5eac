"""What is personal data in a record, and what only looks like it."""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from yiku_text.masking import mask
from yiku_text.pii import PiiType
from yiku_text.pii.cues import cue_of

from yiku_cli.leaks.record import Finding, Record
from yiku_cli.leaks.strings import Named, strings

_REMEMBERED: Final = 50_000
_COUNTER: Final = re.compile(r"(?:ids?|ts|tso|time|timestamp|offset|position|version|epoch|seq)\W{0,4}$", re.IGNORECASE)


_OURS: Final = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])[0-9a-f]{16,128}"
    r"|\d{4}-\d\d-\d\d[T ][\d:.+Z-]{5,30}|-?\d{1,5}(?:\.\d+)?(?:e-?\d+)?",
    re.IGNORECASE,
)
"""An id, a hash, a time or a small number, and nothing else: most of what stores hold."""


@dataclass(frozen=True)
class _Hit:
    type: PiiType
    raw: str


def examine(record: Record) -> list[Finding]:
    """A finding for each piece of personal data; what the record itself calls an order number is none.

    An order number that looks like a phone stands bare in an index of words, and in words beside it.
    """
    texts = list(dict.fromkeys(strings(record.value)))
    found = [(named, hit) for named in texts for hit in _hits(*named)]
    return [
        Finding(record.part, _place(record, named), hit.type.value)
        for named, hit in found
        if not _explained(hit, named, texts)
    ]


def _explained(hit: _Hit, named: Named, texts: Sequence[Named]) -> bool:
    longer = (other for other in texts if len(other[1]) > len(named[1]) and hit.raw in other[1])
    return any(hit.raw not in {inner.raw for inner in _hits(*other)} for other in longer)


def _place(record: Record, named: Named) -> str:
    """A key of Redis may itself hold what must not be shown."""
    where = record.where if not _hits("", record.where) else "(a key that holds it)"
    return f"{where} {named[0]}".strip()


@lru_cache(_REMEMBERED)
def _hits(name: str, text: str) -> tuple[_Hit, ...]:
    if _OURS.fullmatch(text):
        return ()
    cue = cue_of(name)
    found = mask(cue + text, _token).found
    hits = ((item, (cue + text)[item.span[0] : item.span[1]], item.span[0]) for item in found)
    return tuple(_Hit(item.type, raw) for item, raw, start in hits if _counts(item.type, raw, (cue + text)[:start]))


def _counts(kind: PiiType, raw: str, ahead: str) -> bool:
    """Addresses of one's own network tell of nobody; a server's counters may have any digits."""
    if kind is PiiType.IP:
        return _is_global(raw)
    return not (raw.isascii() and raw.isdigit() and _COUNTER.search(ahead[-16:]))


def _is_global(written: str) -> bool:
    try:
        return ipaddress.ip_address(written).is_global
    except ValueError:
        return True


def _token(kind: PiiType, _value: str) -> str:
    return f"<{kind.value}:aaaaaaaa>"
