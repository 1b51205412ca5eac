"""From turns to token ids: the turns before, then the turn itself, and where in it a clause stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import sentencepiece

MAX_BEFORE = 40
MAX_TURN = 112
MAX_TURNS_BEFORE = 2
# Where a long turn is read in several windows, each begins this many tokens before its first clause.
LEAD = 32
# A piece has at most 16 characters: more could not be read anyway.
_MAX_BEFORE_CHARS = 16 * MAX_BEFORE
_TOKEN = re.compile(r"<([a-z_]{2,20}):[a-z2-7]{8}>")
_UPPER, _LOWER = re.compile("[A-Z]"), re.compile("[a-z]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Reading:
    """`ids` as the encoder sees them; `spans` are the [first, last) positions of the clauses in it.

    `clauses` are the places of these clauses in what was asked.
    """

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    clauses: tuple[int, ...]


@dataclass(frozen=True)
class _Pieces:
    """Token ids with the [start, end) characters each stands for."""

    ids: list[int]
    starts: list[int]
    ends: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The [first, last) tokens that touch the characters [start, end); at least one where there is any."""
        inside = [i for i, (a, b) in enumerate(zip(self.starts, self.ends, strict=True)) if a < end and b > start]
        if inside:
            return inside[0], inside[-1] + 1
        first = min(sum(b <= start for b in self.ends), max(len(self.ids) - 1, 0))
        return first, min(first + 1, len(self.ids))


class Reader:
    """Tokenises with the student's own vocabulary; a masked value is read as the name of its type."""

    def __init__(self, tokenizer: sentencepiece.SentencePieceProcessor) -> None:
        self._tokenizer = tokenizer
        self._bos, self._eos = tokenizer.bos_id(), tokenizer.eos_id()

    def read(self, before: Sequence[tuple[str, str]], turn: str, clauses: Sequence[tuple[int, int]]) -> list[Reading]:
        """Every clause of `clauses`, [start, end) in `turn`, in one reading or, of long turns, several."""
        head = [self._bos, *self._before(before)]
        pieces = self._pieces(turn)
        spans = [pieces.span(*clause) for clause in clauses]
        order = sorted(range(len(clauses)), key=spans.__getitem__)
        readings: list[Reading] = []
        while order:
            first = 0 if len(pieces.ids) <= MAX_TURN else max(0, spans[order[0]][0] - LEAD)
            last = first + MAX_TURN
            taken = [i for i in order if spans[i][1] <= last] or order[:1]
            order = [i for i in order if i not in taken]
            readings.append(self._reading(head, pieces.ids[first:last], first, taken, spans))
        return readings

    def _reading(
        self, head: list[int], window: list[int], first: int, taken: list[int], spans: list[tuple[int, int]]
    ) -> Reading:
        shift = len(head) - first
        end = len(head) + len(window)
        moved = [(spans[i][0] + shift, max(min(spans[i][1] + shift, end), spans[i][0] + shift + 1)) for i in taken]
        return Reading((*head, *window, self._eos), tuple(moved), tuple(taken))

    def _before(self, before: Sequence[tuple[str, str]]) -> list[int]:
        """The last turns with their roles, cut from the front, closed by </s>; nothing where there are none."""
        ids: list[int] = []
        for role, text in before[-MAX_TURNS_BEFORE:]:
            ids += self._pieces(f"{role}: {text[-_MAX_BEFORE_CHARS:]}").ids
        return [*ids[-MAX_BEFORE:], self._eos] if ids else []

    def _pieces(self, text: str) -> _Pieces:
        text = _unshouted(_SURROGATE.sub("?", text).replace("\0", " "))
        pieces = _Pieces([], [], [])
        done = 0
        for match in _TOKEN.finditer(text):
            self._add(pieces, text[done : match.start()], done)
            self._add_whole(pieces, match[1].replace("_", " "), match.span())
            done = match.end()
        self._add(pieces, text[done:], done)
        return pieces

    def _add(self, pieces: _Pieces, text: str, offset: int) -> None:
        if not text.strip():
            return
        found = self._tokenizer.encode_as_offset_mapping(text)
        pieces.ids.extend(found["ids"])
        pieces.starts.extend(offset + start for start, _ in found["offsets"])
        pieces.ends.extend(offset + end for _, end in found["offsets"])

    def _add_whole(self, pieces: _Pieces, word: str, span: tuple[int, int]) -> None:
        for token in self._tokenizer.encode(word):
            pieces.ids.append(token)
            pieces.starts.append(span[0])
            pieces.ends.append(span[1])


def _unshouted(text: str) -> str:
    """Capitals throughout are read as small letters, of which the vocabulary has whole words."""
    if len(_UPPER.findall(text)) <= 2 * len(_LOWER.findall(text)):
        return text
    return _UPPER.sub(lambda letter: letter[0].lower(), text)
