"""What may be said against a sentence of a model: the lines it was made of decide."""

import re
from collections.abc import Sequence
from enum import StrEnum

from yiku_text import guards, pii
from yiku_text.frame import FRAME, stem
from yiku_text.grounding import alien_words, negators
from yiku_text.masking import TOKEN
from yiku_text.segment import STOP_WORDS, bigrams, tokens
from yiku_text.sentences import clauses

from yiku_keeper.summaries.llm.telling import TELLING

LONGEST = 120
_ASKED = re.compile(r"问|咨询|\b(?:ask|inquir|enquir)(?:ed|es|s|ing)?\b", re.IGNORECASE)


class Objection(StrEnum):
    """Stable codes: why a sentence was left out."""

    TOO_LONG = "too_long"
    EMPTY = "empty"
    INJECTED_INSTRUCTION = "injected_instruction"
    PERSONAL_DATA = "personal_data"
    UNGROUNDED = "ungrounded"
    NEGATION = "negation"
    NOT_ASKED = "not_asked"


def objection(sentence: str, lines: Sequence[str]) -> Objection | None:
    """Why a sentence may not stand in a summary of the customer's `lines`; None where nothing speaks against it."""
    found = (
        (Objection.TOO_LONG, len(sentence) > LONGEST),
        (Objection.EMPTY, not _meaning(sentence)),
        (Objection.INJECTED_INSTRUCTION, guards.injected(sentence)),
        (Objection.PERSONAL_DATA, bool(pii.find(TOKEN.sub(" ", sentence)))),
        (Objection.UNGROUNDED, ungrounded(sentence, lines)),
        (Objection.NEGATION, denies_otherwise(sentence, lines)),
        (Objection.NOT_ASKED, _ASKED.search(sentence) is not None and not _was_asked(sentence, lines)),
    )
    return next((objection for objection, holds in found if holds), None)


def ungrounded(sentence: str, lines: Sequence[str]) -> bool:
    """A number, a masked value, a name, or any other word of meaning that no line holds.

    Words that only tell that something was said are the model's own to choose.
    """
    return any(stem(word) not in TELLING for word in alien_words(sentence, *lines))


def denies_otherwise(sentence: str, lines: Sequence[str]) -> bool:
    """A clause lost or gained a denial beside the clause of the lines that is most like it."""
    said = [clause.text for line in lines for clause in clauses(line)]
    return any(_flipped(clause.text, said) for clause in clauses(sentence) if _meaning(clause.text))


def _flipped(clause: str, said: Sequence[str]) -> bool:
    nearest = _nearest(clause, said)
    return _share(clause, nearest) > 0 and bool(negators(clause)) != bool(negators(nearest))


def _was_asked(sentence: str, lines: Sequence[str]) -> bool:
    """What is told as a question was one; weak models call statements so."""
    nearest = _nearest(sentence, lines)
    return any(guards.asks(clause.text, clause.closing) for clause in clauses(nearest))


def _nearest(text: str, said: Sequence[str]) -> str:
    return max(said, key=lambda other: _share(text, other), default="")


def _share(left: str, right: str) -> float:
    """The Jaccard index of words and of pairs of Chinese characters: segmentation may cut the same words otherwise."""
    mine, other = set(bigrams(left)), set(bigrams(right))
    return len(mine & other) / len(mine | other) if other else 0.0


def _meaning(text: str) -> frozenset[str]:
    """Its words without those that only frame or tell something."""
    roots = (stem(term) for term in tokens(text) if term not in STOP_WORDS)
    return frozenset(root for root in roots if root not in FRAME and root not in TELLING)
