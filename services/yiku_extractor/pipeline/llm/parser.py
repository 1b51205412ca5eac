"""Reads the model's answer, also where the server could not hold it to the schema."""

import re
from dataclasses import dataclass

from yiku_models.llm.json_answer import json_values, spoken

from yiku_extractor.pipeline.llm.claim import Claim, claim_of


@dataclass(frozen=True)
class Parsed:
    """The claims in the order of the answer; `unreadable` counts elements that were none.

    `whole`: the answer held its list to the end; claims after a break are lost.
    """

    claims: tuple[Claim, ...]
    unreadable: int
    whole: bool


def parse(answer: str) -> Parsed | None:
    """Find the list of memories in fences, prose and broken ends; None where there is none."""
    text = spoken(answer)
    found = list(json_values(text))
    lists = [elements for value in found if (elements := _elements(value)) is not None]
    if lists:
        return _parsed(lists[0], whole=True)
    loose = [value for value in found if claim_of(value) is not None]
    if loose or _broke_off(text):
        return _parsed(loose, whole=False)
    return None


def _elements(value: object) -> list[object] | None:
    """The list in {"memories": […]}, or a bare list that is empty or of objects."""
    if isinstance(value, dict):
        memories = value.get("memories")
        return memories if isinstance(memories, list) else None
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    return None


def _broke_off(text: str) -> bool:
    """The list was begun and not one element of it finished."""
    return re.search(r'"memories"\s*:\s*\[', text) is not None


def _parsed(elements: list[object], *, whole: bool) -> Parsed:
    claims = [claim_of(element) for element in elements]
    read = tuple(claim for claim in claims if claim is not None)
    return Parsed(read, len(claims) - len(read), whole)
