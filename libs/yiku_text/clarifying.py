"""The question that settles whether a customer's habit or their word holds."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

from yiku_domain.habits import rests_on_deeds
from yiku_domain.memory import JsonValue, Memory

from yiku_text.clarifying_words import ASKING, CODES, DAYS, OTHERWISE, Asking
from yiku_text.masking import TOKEN
from yiku_text.vehicle import BY_CODE

_HAN = re.compile("[\u4e00-\u9fff]")
_LONGEST: Final = 80
"""Characters of a memory's own words within a question."""

_YES_FIELDS: Final = ("allowed", "needed", "wanted", "insured", "call")
_NAMING: Final = ("address", "driver", "allergen", "goods", "title", "name", "phone", "email", "occupation")

Language = Literal[0, 1]
"""0 Chinese, 1 English: the place in every pair of words."""


def clarifying_question(said: Memory, inferred: Memory) -> str:
    """One or two sentences that name what was said, what was seen since, and ask which holds from now on.

    In the language of what was said. Built of the two memories' values, or their own masked words where a value
    has none; on one line.
    """
    language: Language = 0 if _HAN.search(said.content) else 1
    asking = _asking(inferred)
    label, ask = asking.label[language], asking.ask[language]
    told, seen = _stated(said, language), _seen(inferred, language)
    if told and seen:
        before, after = _frame(rests_on_deeds(inferred), language)
    else:
        told, seen = _quoted(said, language), _quoted(inferred, language)
        before, after = _quoting(label, language)
    if told == seen or _unspeakable(said) or _unspeakable(inferred):
        return f"{_RECORDS[language].format(label)}{ask}"
    return f"{before}{told}{after}{seen}{_AND[language]}{ask}"


_AND: Final = ("，", ". ")
_RECORDS: Final = ("您的{}我们有两个不同的记录，", "We have two different records of {}. ")
"""Where only personal data tells the two apart, which nobody may say."""


def _frame(done: bool, language: Language) -> tuple[str, str]:
    if language == 0:
        return "您之前说", "，最近几次都" if done else "，最近看来是"
    return "You told us that ", ", but lately " if done else ", but it now looks as if "


def _quoting(label: str, language: Language) -> tuple[str, str]:
    if language == 0:
        return f"关于{label}，您之前说", "，最近看来是"
    return f"About {label}: you told us ", ", and it now looks like "


def _asking(memory: Memory) -> Asking:
    return ASKING.get(memory.attribute or "", OTHERWISE)


def _stated(memory: Memory, language: Language) -> str:
    """A value as something that was stated; empty where there are no words for it."""
    return _filled(memory, _asking(memory).states[language], language)


def _seen(memory: Memory, language: Language) -> str:
    """A value as something that was done again and again, or that words let suppose."""
    if not rests_on_deeds(memory):
        return _stated(memory, language)
    return _filled(memory, _asking(memory).did[language], language)


def _filled(memory: Memory, template: str, language: Language) -> str:
    denies = _asking(memory).denies[language]
    if _refuses(memory.value):
        template = denies
    if "{}" not in template:
        return template if any(field in memory.value for field in _YES_FIELDS) else ""
    words = next((w for read in _READERS if (w := read(memory.value, language))), "")
    return template.format(_clean(words)) if words else ""


def _refuses(value: Mapping[str, JsonValue]) -> bool:
    return value.get("opinion") == "blocked" or any(value.get(field) is False for field in _YES_FIELDS)


def _vehicle(value: Mapping[str, JsonValue], language: Language) -> str:
    known = BY_CODE.get(str(value.get("vehicle_type")))
    if known is None:
        return ""
    metres = value.get("length_m")
    length = f"{metres:g}" if isinstance(metres, int | float) else ""
    if language == 0:
        return f"{length}米{known.zh}" if length else known.zh
    return f"{length} m {known.en}" if length else known.en


def _times(value: Mapping[str, JsonValue], language: Language) -> str:
    days = [DAYS[day - 1][language] for day in _listed(value.get("days")) if isinstance(day, int) and 0 < day < 8]
    parts = [CODES[part][language] for part in _listed(value.get("parts")) if isinstance(part, str) and part in CODES]
    hours = [str(value[name]) for name in ("from", "to") if value.get(name)]
    comma, dash = ("、", "到") if language == 0 else (", ", " to ")
    told = (comma.join(days), comma.join(parts), dash.join(hours) if len(hours) == 2 else "")
    return ("" if language == 0 else " ").join(words for words in told if words)


def _code(value: Mapping[str, JsonValue], language: Language) -> str:
    told = value.get("channel") or value.get("method")
    return CODES[told][language] if isinstance(told, str) and told in CODES else ""


def _count(value: Mapping[str, JsonValue], language: Language) -> str:
    count = value.get("count")
    return str(count) if isinstance(count, int | str) and "evidence" not in value else ""


def _name(value: Mapping[str, JsonValue], language: Language) -> str:
    """What a value names in the customer's own words."""
    return next((word for field in _NAMING if isinstance(word := value.get(field), str) and word), "")


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


_READERS: tuple[Callable[[Mapping[str, JsonValue], Language], str], ...] = (_vehicle, _times, _code, _name, _count)


def _unspeakable(memory: Memory) -> bool:
    """Whether the whole of its value is masked."""
    return any(isinstance(word, str) and TOKEN.fullmatch(word) for word in memory.value.values())


def _quoted(memory: Memory, language: Language) -> str:
    words = _clean(memory.content)
    return f"“{words}”" if language == 0 else f'"{words}"'


def _clean(words: str) -> str:
    """On one line, without what is masked, and not longer than a question can bear."""
    line = " ".join(TOKEN.sub("", words).split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
