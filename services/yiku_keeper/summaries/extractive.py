"""A summary without a language model: the lines that matter most, in the customer's own words."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yiku_domain.summary import Leaf, Line
from yiku_text.near_duplicate import near_duplicate

from yiku_keeper.summaries.material import KEPT
from yiku_keeper.summaries.quoting import meaning

BY = "extractive-1"
BUDGET = 200
"""Characters of a summary, about as many as a person reads at a glance."""

MOST = 8
REPEATED = 0.8
"""A sentence of which this share of the words was said by what is chosen adds nothing."""

_CLOSING = " \t\r\n。.，,；;！!、"
_HAN = re.compile("[\u3400-\u9fff]")


def choose(lines: Sequence[Line], preferred: Sequence[Line], budget: int = BUDGET) -> tuple[Line, ...]:
    """Those of `lines` that fit into `budget` characters, in their order; `preferred` has what matters most first.

    One that repeats what is chosen is left out; one that does not fit leaves its place to the next that does.
    """
    chosen: dict[int, Line] = {}
    left = budget
    for line in preferred:
        text = line.text.strip(_CLOSING)
        cost = len(text) + len(joint(text))
        if text and cost <= left and len(chosen) < MOST and not repeats(line, list(chosen.values())):
            chosen[id(line)] = replace(line, text=text)
            left -= cost
    return tuple(chosen[id(line)] for line in lines if id(line) in chosen)


def heaviest_first(lines: Sequence[Line]) -> list[Line]:
    """Lines of one segment; those of equal weight stay in their order."""
    return sorted(lines, key=lambda line: -line.weight)


def by_turns(leaves: Sequence[Leaf]) -> list[Line]:
    """Lines of several segments: the heaviest of each before the second of any."""
    ranked = [(rank, line) for leaf in leaves for rank, line in enumerate(heaviest_first(leaf.lines))]
    return [line for _, line in sorted(ranked, key=lambda pair: (pair[0], -pair[1].weight))]


def joined(lines: Sequence[Line]) -> str:
    """The lines as one text."""
    texts = [line.text for line in lines]
    return joint("".join(texts)).join(texts)


def joint(text: str) -> str:
    """What stands between two lines of a text's language."""
    return "；" if is_chinese(text) else "; "


def is_chinese(text: str) -> bool:
    """Whether the text holds Chinese."""
    return _HAN.search(text) is not None


def repeats(line: Line, chosen: Sequence[Line]) -> bool:
    """Whether the chosen lines say it already. What extraction kept apart is apart: only its twin repeats it."""
    if any(near_duplicate(line.text, other.text) for other in chosen):
        return True
    mine = meaning(line.text)
    said = frozenset(word for other in chosen for word in meaning(other.text))
    return line.weight < KEPT and len(mine & said) >= REPEATED * len(mine)
