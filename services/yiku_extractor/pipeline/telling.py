"""What the memories of both models have in common: nature, condition, and what a complaint is about."""

from collections.abc import Iterable

from yiku_domain.memory import JsonValue, Kind, Nature

from yiku_extractor.pipeline.patterns.complaints import complaint_kinds
from yiku_extractor.pipeline.utterance import Statement

_MOMENTARY = frozenset({Kind.SENTIMENT, Kind.EVENT})


def nature_of(kind: Kind) -> Nature:
    """Feelings and events are of their moment; everything else holds until it changes."""
    return Nature.EVENT if kind in _MOMENTARY else Nature.STATE


def condition_of(statements: Iterable[Statement]) -> dict[str, JsonValue]:
    """The first circumstance that one of them is bound to; empty for none."""
    condition = next((statement.condition for statement in statements if statement.condition), "")
    return {"condition": condition} if condition else {}


def complaint_in(words: str) -> dict[str, JsonValue]:
    """What is complained about, told by the words; empty for none, as praise is not read into what holds none."""
    kinds = complaint_kinds(words)
    return {"about": list[JsonValue](kinds), "polarity": "negative"} if kinds else {}
