"""Numbers as people write them: numerals, and what may stand between two parts of one number."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate, pairwise

from yiku_text.pii.numerals import numerals

_CLOSE = re.compile(r"(?:[^\w\ue000<>,、。;:/\\*×+=\n\r!?%#@&$¥€£]|[_杠]){1,4}|[ \t]?\r?\n[ \t]?")
_LIST = re.compile(r"(?:[^\w\ue000<>\\]|[_杠]){1,4}")
_CONNECTIVE = re.compile(
    r"[\s,、。;:.\-…]{0,3}(?:(?:开头|打头|起头|然后|接着|接下来|跟着|之后|最后|后[面边]?|末|尾号?|中间|前面?|再[来接]?|还有|加上?|以及|剩下|其余|[一二三四五六七八3-8][位段]|部分|数字|呢|的话?|是|就是"
    r"|and then|then|and|next|followed by|after that|finally|the (?:rest|last|next)|are|is)[\s,、。;:.\-…]{0,3}){1,5}",
    re.IGNORECASE,
)
_LONGEST_GAP = 20


class Gap(IntEnum):
    """What stands between two parts of a number, from surely one number to likely two."""

    NONE = 0
    CLOSE = 1
    """Spaces, one new line, dashes, dots, brackets, emoji."""
    LIST = 2
    """Commas, slashes, signs: as often between two numbers."""
    WORDS = 3
    """然后是, 后四位, followed by."""


@dataclass(frozen=True, slots=True)
class Piece:
    """`text[start:end]` says `digits` (X where it closes an identity number), which are `spelt` or plain."""

    start: int
    end: int
    digits: str
    spelt: bool
    gap: Gap
    """To the piece before it in the chain."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Pieces that may belong together; those of `pieces[i]` begin at `offsets[i]` of `digits`."""

    pieces: tuple[Piece, ...]
    digits: str
    offsets: tuple[int, ...]
    spelt: tuple[int, ...]
    """How many of the digits before each piece, and before the end, are spelt."""

    def windows(self, low: int, high: int, worth: re.Pattern[str]) -> "Iterator[Number]":
        """Every run of whole pieces that has `low` to `high` digits, which `worth` matches."""
        count = len(self.pieces)
        for first in range(count):
            begin = self.offsets[first]
            for after in range(first + 1, count + 1):
                length = self.offsets[after] - begin
                if length > high:
                    break
                if length >= low and worth.fullmatch(self.digits, begin, begin + length):
                    yield Number(self, first, after, self.digits[begin : begin + length])


@dataclass(frozen=True, slots=True)
class Number:
    """The pieces `first` to before `after` of a chain, read as one number."""

    chain: Chain
    first: int
    after: int
    digits: str

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.chain.pieces[self.first].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.chain.pieces[self.after - 1].end

    @property
    def gap(self) -> Gap:
        """The widest gap inside."""
        return max((piece.gap for piece in self.chain.pieces[self.first + 1 : self.after]), default=Gap.NONE)

    def gaps(self, text: str) -> frozenset[str]:
        """What stands between its pieces."""
        pieces = self.chain.pieces[self.first : self.after]
        return frozenset(text[one.end : other.start] for one, other in pairwise(pieces))

    @property
    def spelt(self) -> int:
        """How many of its digits are not written 0 to 9."""
        return self.chain.spelt[self.after] - self.chain.spelt[self.first]

    @property
    def groups(self) -> tuple[str, ...]:
        """Its digits as they are grouped; pieces that touch are one group."""
        groups: list[str] = []
        for piece in self.chain.pieces[self.first : self.after]:
            if groups and piece.gap is Gap.NONE:
                groups[-1] += piece.digits
            else:
                groups.append(piece.digits)
        return tuple(groups)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of its groups."""
        return tuple(map(len, self.groups))

    def part_of_more(self, at_most: int = 0) -> bool:
        """Whether it is spelt and more than `at_most` digits touch it on one side.

        Plain digits are always read whole: what touches them is a word, as in 第一13800138000.
        """
        if not self.spelt:
            return False
        before = range(self.first, 0, -1)
        behind = range(self.after + 1, len(self.chain.pieces) + 1)
        return self._touching(before, 0, at_most) or self._touching(behind, -1, at_most)

    def _touching(self, places: range, step: int, at_most: int) -> bool:
        total = 0
        for place in places:
            if self.chain.pieces[place + step].gap is not Gap.NONE:
                return False
            total += len(self.chain.pieces[place - 1].digits)
            if total > at_most:
                return True
        return False


def chains(text: str) -> Iterator[Chain]:
    """Every chain of `text`, in order."""
    pieces: list[Piece] = []
    for numeral in numerals(text):
        gap = _gap(text, pieces[-1].end, numeral.start) if pieces else None
        if gap is None and pieces:
            yield _chain(pieces)
            pieces = []
        pieces.append(Piece(*numeral, gap or Gap.NONE))
    if pieces:
        yield _chain(pieces)


def _chain(pieces: list[Piece]) -> Chain:
    sizes = [len(piece.digits) for piece in pieces]
    offsets = accumulate(sizes, initial=0)
    spelt = accumulate((size * piece.spelt for size, piece in zip(sizes, pieces, strict=True)), initial=0)
    return Chain(tuple(pieces), "".join(piece.digits for piece in pieces), tuple(offsets), tuple(spelt))


def _gap(text: str, start: int, end: int) -> Gap | None:
    """None where the two cannot be parts of one number."""
    if start == end:
        return Gap.NONE
    if end - start > _LONGEST_GAP:
        return None
    if _CLOSE.fullmatch(text, start, end):
        return Gap.CLOSE
    if _LIST.fullmatch(text, start, end):
        return Gap.LIST
    return Gap.WORDS if _CONNECTIVE.fullmatch(text, start, end) else None
