"""A turn with what people say should become of it."""

from dataclasses import dataclass
from datetime import datetime

Span = tuple[int, int]


@dataclass(frozen=True)
class Expected:
    """A memory that the turn tells.

    `kinds` are the accepted ones, the best first. Where `key_words` are given, a memory tells it that holds
    all of them; else one whose place shares more than half with `span`. `span` is [start, end) in the
    turn as it was said, None where the words could not be found in it. `attribute` is "" where it fills
    no slot, None where nobody has said whether it does.
    """

    kinds: tuple[str, ...]
    span: Span | None
    key_words: tuple[str, ...] = ()
    attribute: str | None = None

    @property
    def kind(self) -> str:
        """The best one."""
        return self.kinds[0]


@dataclass(frozen=True)
class Forbidden:
    """A claim that must not be stored: no memory outside review may hold all of its words."""

    claim: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class LabelledTurn:
    """One turn, raw. `before` are the (role, text) of the turns before it, oldest first.

    `name` is unique in its set. `keep` says whether anything should be remembered; `borderline` that
    reasonable people would disagree; `placed` that memories are labelled by their whole words and slots
    in the corpus's format, not by key words.
    """

    name: str
    text: str
    role: str
    lang: str
    slice: str
    at: datetime
    before: tuple[tuple[str, str], ...]
    expected: tuple[Expected, ...]
    forbidden: tuple[Forbidden, ...]
    keep: bool
    placed: bool = True
    borderline: bool = False
