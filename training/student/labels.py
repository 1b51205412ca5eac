"""The heads of the student and what each of their outputs stands for."""

from collections.abc import Iterable

from training.student.corpus import Segment

KINDS = ("fact", "preference", "sentiment", "relation", "event")
NO_ATTRIBUTE = ""
# Slices that say how a thing is told, not why it is dropped.
_MANNER = frozenset(
    "plain typos slang ellipsis voice_to_text several_facts negation condition correction answer_to_bot "  # noqa: SIM905
    "time_told code_switching praise complaint family health long_turn".split()
)
OTHER = "other"
UNKNOWN = -100
"""The label of what a head is not asked about."""


def attributes(segments: Iterable[Segment]) -> tuple[str, ...]:
    """Every slot of the corpus, sorted, after the one that means none."""
    return (NO_ATTRIBUTE, *sorted({m.attribute for s in segments for m in s.memories if m.attribute}))


def reasons(segments: Iterable[Segment]) -> tuple[str, ...]:
    """Every reason to drop, sorted, after the one that means none of them."""
    return (OTHER, *sorted({s.slice for s in segments if not s.memories} - _MANNER))
