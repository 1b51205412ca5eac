"""What the model is asked: fixed instructions, and the lines fenced in as JSON."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from yiku_models.llm import JsonSchema, Prompt
from yiku_text.masking import TOKEN

VERSION = "summary-1"
"""Changes with every change of the instructions, the schema or the way the input is laid out."""

MOST_SENTENCES = 5
MAX_TOKENS = 400
MOST_CHARACTERS = 3000
_LONGEST = 160

_SCHEMA = JsonSchema(
    "summary",
    {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": {"type": "string"}}},
        "required": ["sentences"],
        "additionalProperties": False,
    },
)
_HAN = re.compile("[\u4e00-\u9fff]")
_OPENS_NO_TOKEN = re.compile(rf"<(?!{TOKEN.pattern.removeprefix('<')})")


class Who(StrEnum):
    """Whose words a line holds. NOTE is what an earlier summary says."""

    CUSTOMER = "customer"
    BOT = "bot"
    NOTE = "note"


@dataclass(frozen=True)
class Excerpt:
    """A line that the model sees. What the bot said is there to understand the others."""

    who: Who
    text: str


def build_prompt(excerpts: Sequence[Excerpt]) -> Prompt:
    """Ask for a summary of masked lines, in their order; the last are left out where there are too many.

    The words are JSON strings, which nothing in them can close; a "<" that opens no masked value is escaped,
    so that no model's control words can be written by a customer.
    """
    shown = [{one.who.value: one.text[:_LONGEST]} for one in fitting(excerpts)]
    fenced = _OPENS_NO_TOKEN.sub(r"\\u003c", json.dumps({"lines": shown}, ensure_ascii=False))
    return Prompt(instructions(chinese=is_chinese(excerpts)), fenced, _SCHEMA, MAX_TOKENS)


def fitting(excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """The lines that the model is shown."""
    kept: list[Excerpt] = []
    left = MOST_CHARACTERS
    for one in excerpts:
        left -= min(len(one.text), _LONGEST)
        if left < 0:
            break
        kept.append(one)
    return kept


def is_chinese(excerpts: Sequence[Excerpt]) -> bool:
    """Whether most of what the customer said is."""
    said = [one.text for one in excerpts if one.who is not Who.BOT]
    return 2 * sum(1 for text in said if _HAN.search(text)) >= len(said)


@cache
def instructions(*, chinese: bool) -> str:
    """The part that is the same for every summary of a language."""
    name = f"summary.{'zh' if chinese else 'en'}.txt"
    return files("yiku_keeper.summaries.llm").joinpath("prompts", name).read_text("utf-8").strip()
