"""Light variations of a segment: how it is typed, cut and preceded, never what it says."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from training.student.corpus import Segment, Span

_PAUSE = re.compile(r"[,，。、；;]\s*|(?<=[a-z])\.\s+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")
_CLOSING = re.compile(r"[。.!！~～]+$")

Edit = Callable[[str], str]


class Augmenter:
    """Seeded; `strangers` are turns that may stand before any other without changing its meaning."""

    def __init__(self, seed: int, strangers: Sequence[tuple[tuple[str, str], ...]]) -> None:
        self._random = random.Random(seed)
        self._strangers = strangers

    def vary(self, segment: Segment) -> Segment:
        """The segment as somebody else might have typed it; often unchanged."""
        chance = self._random.random
        if chance() < 0.25:
            segment = self._repunctuated(segment)
        if chance() < 0.15:
            segment = _edited(segment, _CLOSING, lambda _: "")
        if chance() < 0.15:
            segment = replace(segment, text=_same_length(segment.text, str.lower))
        elif chance() < 0.03:
            segment = replace(segment, text=_same_length(segment.text, str.upper))
        if not segment.before and self._strangers and chance() < 0.1:
            segment = replace(segment, before=self._random.choice(self._strangers))
        return segment

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A clause now and then loses a character or two at its edges, as filler is freed in the product."""
        if end - start > 6 and self._random.random() < 0.2:
            return start + self._random.randint(0, 2), end - self._random.randint(0, 1)
        return start, end

    def _repunctuated(self, segment: Segment) -> Segment:
        style = self._random.choice(("space", "comma", "none", "stop"))
        chinese = segment.lang != "en"
        marks = {"space": " ", "none": "" if chinese else " ", "comma": "，" if chinese else ", "}
        marks["stop"] = "。" if chinese else ". "
        return _edited(segment, _PAUSE, lambda _: marks[style])


def _edited(segment: Segment, pattern: re.Pattern[str], new: Edit) -> Segment:
    """Every match replaced; memories move with their words."""
    parts: list[str] = []
    place: list[int] = []
    length = done = 0
    for match in pattern.finditer(segment.text):
        kept = segment.text[done : match.start()]
        mark = new(match[0])
        place += range(length, length + len(kept))
        place += [length + len(kept)] * (match.end() - match.start())
        parts += [kept, mark]
        length += len(kept) + len(mark)
        done = match.end()
    rest = segment.text[done:]
    place += range(length, length + len(rest) + 1)
    memories = tuple(Span(place[m.start], place[m.end], m.kind, m.attribute) for m in segment.memories)
    return replace(segment, text="".join((*parts, rest)), memories=memories)


def _same_length(text: str, edit: Edit) -> str:
    edited = edit(text)
    return edited if len(edited) == len(text) else text
