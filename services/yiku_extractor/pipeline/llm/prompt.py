"""What the model is asked: fixed instructions, and the customer's words fenced in as JSON."""

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from yiku_domain.plan import Turn
from yiku_models.llm import JsonSchema, Prompt
from yiku_text import guards
from yiku_text.masking import TOKEN

from yiku_extractor.pipeline.llm.attributes import listed
from yiku_extractor.pipeline.llm.claim import json_schema
from yiku_extractor.pipeline.segments import by_customer
from yiku_extractor.pipeline.utterance import Statement, Utterance

VERSION = "extract-1"
"""Changes with every change of the instructions, the schema or the way the input is laid out."""

MAX_TOKENS = 768
_MARGIN = 300
_LONGEST = 2000
_LONGEST_BEFORE = 300
_HAN = re.compile("[\u4e00-\u9fff]")
_OPENS_NO_TOKEN = re.compile(rf"<(?!{TOKEN.pattern.removeprefix('<')})")


def build_prompt(utterance: Utterance, unsure: Sequence[Statement]) -> Prompt:
    """Ask about the statements `unsure` (at least one) of a masked turn.

    The customer's words are JSON strings, which nothing in them can close; a "<" that opens no masked
    value is escaped, so that no model's control words can be written by a customer. Earlier turns that
    gave orders to the system are left out.
    """
    start, end = excerpt(unsure)
    asked: dict[str, object] = {}
    before = [_before(turn) for turn in utterance.previous if not guards.injected(turn.text)]
    if before:
        asked["before"] = before
    asked["turn"] = utterance.text[start:end]
    if len(unsure) < len(utterance.statements):
        asked["decide"] = [s.text for s in unsure if s.end <= end]
    chinese = _HAN.search(utterance.text) is not None
    schema = JsonSchema("memories", json_schema())
    return Prompt(instructions(chinese=chinese), _fenced(asked), schema, MAX_TOKENS)


def excerpt(unsure: Sequence[Statement]) -> tuple[int, int]:
    """[start, end) of the turn that is shown: around the statements, from the first on, 2,000 characters at most.

    The end may lie past the end of the turn. Statements that end behind it are not asked about.
    """
    start = max(0, min(s.start for s in unsure) - _MARGIN)
    return start, min(max(s.end for s in unsure) + _MARGIN, start + _LONGEST)


@cache
def instructions(*, chinese: bool) -> str:
    """The part that is the same for every turn of a language."""
    name = f"extract.{'zh' if chinese else 'en'}.txt"
    text = files("yiku_extractor.pipeline.llm").joinpath("prompts", name).read_text("utf-8")
    return text.replace("{attributes}", listed(chinese=chinese)).strip()


def _before(turn: Turn) -> dict[str, str]:
    who = "customer" if by_customer(turn.role) else "bot"
    return {who: turn.text[-_LONGEST_BEFORE:]}


def _fenced(asked: dict[str, object]) -> str:
    return _OPENS_NO_TOKEN.sub(r"\\u003c", json.dumps(asked, ensure_ascii=False))
