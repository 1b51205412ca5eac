"""Finds JSON in what a model wrote: in fences, between prose, behind its thoughts."""

import json
import re
from collections.abc import Iterator

_OPENS = re.compile(r"[\[{]")
_THOUGHT = "</think>"
_LONGEST = 20_000
_MAX_STARTS = 400
_DECODER = json.JSONDecoder()


def spoken(answer: str) -> str:
    """The answer behind the model's thoughts, cut where it is longer than anything that was asked for."""
    return answer.rpartition(_THOUGHT)[2][:_LONGEST]


def json_values(text: str) -> Iterator[object]:
    """Every JSON value that begins with a bracket, outermost first; what is inside one is not given again."""
    at = 0
    for _ in range(_MAX_STARTS):
        start = _OPENS.search(text, at)
        if start is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            at = start.end()
        else:
            yield value
