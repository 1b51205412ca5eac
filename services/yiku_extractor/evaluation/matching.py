"""Which stored memory tells which expected one."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from yiku_text.masking import Found

from yiku_extractor.evaluation.labelled import Span

_CJK = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"
_BETWEEN_CJK = re.compile(rf"(?<={_CJK}) | (?={_CJK})")
_LATIN = re.compile("[a-z0-9]")


def meets(one: Span, other: Span) -> bool:
    """Whether they share a character."""
    return one[0] < other[1] and other[0] < one[1]


def shares(one: Span, other: Span) -> bool:
    """Whether they share more than half of either, as clauses are labelled for training."""
    common = min(one[1], other[1]) - max(one[0], other[0])
    return 2 * common > min(one[1] - one[0], other[1] - other[0])


def folded(text: str) -> str:
    """NFKC, small letters, plain apostrophes, one space at most and none beside Chinese."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("‘", "'")
    return _BETWEEN_CJK.sub("", re.sub(r"\s+", " ", plain)).strip()


def holds(content: str, words: Sequence[str]) -> bool:
    """Whether all words stand in the content; Latin ones begin at a word's edge: "cat" is not in "location"."""
    text = folded(content)
    return all(_stands(folded(word), text) for word in words)


def masked_place(span: Span, found: Sequence[Found]) -> Span:
    """A place in the raw turn as one in the masked turn; what ends inside a masked value ends after its token."""

    def moved(position: int) -> int:
        shift = 0
        for item in found:
            start, end = item.span
            if end <= position:
                shift += len(item.token) - (end - start)
            elif start < position:
                return start + shift + len(item.token)
        return position + shift

    return moved(span[0]), moved(span[1])


def one_each(candidates: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Pair expected with stored ones, each used once: as many pairs as can be, earlier candidates first.

    `candidates` name the stored ones that tell an expected one, the best first. Augmenting paths (Kuhn).
    """
    taken: dict[int, int] = {}
    for wanted in candidates:
        _augment(wanted, candidates, taken, set())
    return {wanted: stored for stored, wanted in taken.items()}


def _augment(wanted: int, candidates: Mapping[int, Sequence[int]], taken: dict[int, int], seen: set[int]) -> bool:
    for stored in _unseen(candidates[wanted], seen):
        if stored not in taken or _augment(taken[stored], candidates, taken, seen):
            taken[stored] = wanted
            return True
    return False


def _unseen(candidates: Sequence[int], seen: set[int]) -> Iterator[int]:
    for stored in candidates:
        if stored not in seen:
            seen.add(stored)
            yield stored


def _stands(word: str, text: str) -> bool:
    if _LATIN.match(word):
        return re.search(rf"(?<![a-z0-9]){re.escape(word)}", text) is not None
    return word in text
