"""A pattern rule: a regular expression, how to read its match, and what may not stand against it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from yiku_domain.memory import JsonValue, Kind, Nature

from yiku_extractor.pipeline.extraction import Named
from yiku_extractor.pipeline.utterance import Guard, Statement, Utterance

ALL_GUARDS = frozenset(Guard)
FACTUAL = ALL_GUARDS - {Guard.SARCASM}
"""Irony turns praise round, not addresses."""
WISHES = FACTUAL - {Guard.AFTER_OTHER}
"""A wish without a subject is the customer's, whoever the clause before was about."""


@dataclass(frozen=True)
class Sight:
    """What a rule sees: one statement in its utterance."""

    utterance: Utterance
    statement: Statement

    @property
    def text(self) -> str:
        """The statement's words."""
        return self.statement.text

    @property
    def following(self) -> tuple[Statement, ...]:
        """The rest of the sentence."""
        return self.utterance.after(self.statement)


@dataclass(frozen=True)
class Finding:
    """What a rule reads out of a match. `last` is the last statement it used; None: its own only.

    `content` replaces the statement's words where they would not be understood alone.
    """

    kind: Kind
    attribute: str | None = None
    value: dict[str, JsonValue] = field(default_factory=dict)
    nature: Nature = Nature.STATE
    named: tuple[Named, ...] = ()
    last: Statement | None = None
    first: Statement | None = None
    content: str = ""
    timed: bool = True


Read: TypeAlias = Callable[[re.Match[str], Sight], Finding | None]


@dataclass(frozen=True)
class Rule:
    """`pattern` is searched in the statement; `read` may still decline by giving None."""

    name: str
    pattern: re.Pattern[str]
    read: Read
    confidence: float = 0.9
    guards: frozenset[Guard] = FACTUAL


@dataclass(frozen=True)
class Topic:
    """Rules that share a subject, tried in order.

    `hint` is a cheap test that any statement of the topic passes. In an exclusive topic the first rule
    that reads something wins; otherwise the first for each attribute.
    """

    name: str
    hint: re.Pattern[str]
    rules: tuple[Rule, ...]
    exclusive: bool = True


def rx(pattern: str) -> re.Pattern[str]:
    """Every pattern ignores case; spaces in it count."""
    return re.compile(pattern, re.IGNORECASE)
