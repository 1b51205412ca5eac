"""Personal data out, tokens in: `<mobile:3fk2q8zt>` stands where the number stood."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from yiku_text import pii
from yiku_text.pii import PiiSpan, PiiType
from yiku_text.pii.cues import cue_of

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
MaskedJson: TypeAlias = "str | int | float | bool | list[MaskedJson] | dict[str, MaskedJson] | None"
Tokenise: TypeAlias = Callable[[PiiType, str], str]
"""Type and normal form to a token that `TOKEN` matches whole; equal values give equal tokens."""

TOKEN = re.compile(rf"<(?:{'|'.join(PiiType)}):(?![a-z]*[2-7]{{5}})[a-z2-7]{{8}}>")
"""A masked value. Five digits in a row never occur, so that nobody can hide a number in one."""

_BLANK = "\ue000"
_MAX_ROUNDS = 8


@dataclass(frozen=True)
class Found:
    """One value that was masked: `span` is its place in the text before masking."""

    token: str
    type: PiiType
    normalised: str
    span: tuple[int, int]


@dataclass(frozen=True)
class Masked:
    """Text without personal data, and what was taken out, in reading order."""

    text: str
    found: tuple[Found, ...] = ()


def mask(text: str, tokenise: Tokenise) -> Masked:
    """Replace every piece of personal data by its token.

    Masking masked text changes nothing. A token that a customer typed stays as text: it opens nothing,
    because a vault is read by customer and token. Raises ValueError where `tokenise` gives no token.
    """
    found = _search(text, tokenise)
    parts: list[str] = []
    last = 0
    for item in found:
        parts += [text[last : item.span[0]], item.token]
        last = item.span[1]
    return Masked("".join((*parts, text[last:])), tuple(found))


def mask_json(value: Json, tokenise: Tokenise, name: str = "") -> tuple[MaskedJson, tuple[Found, ...]]:
    """The same value with every string, key and whole number masked; spans are within each string.

    A key, and `name` for the value itself, say what a number is: 62345678 under `phone` is one.
    """
    found: list[Found] = []
    return _mask_value(value, tokenise, found, name), tuple(found)


def _search(text: str, tokenise: Tokenise) -> list[Found]:
    """Look until nothing new appears: what a neighbour hid is seen once the neighbour is gone."""
    view = TOKEN.sub(lambda match: _BLANK * len(match[0]), text)
    found: list[Found] = []
    for _ in range(_MAX_ROUNDS):
        spans = pii.find(view)
        if not spans:
            break
        for span in spans:
            token = _checked(tokenise(span.type, span.normalised))
            found.append(Found(token, span.type, span.normalised, (span.start, span.end)))
        view = _without(view, spans)
    return sorted(found, key=lambda item: item.span)


def _without(view: str, spans: Sequence[PiiSpan]) -> str:
    """The view with the spans, which are in order, blanked."""
    parts: list[str] = []
    last = 0
    for span in spans:
        parts += [view[last : span.start], _BLANK * (span.end - span.start)]
        last = span.end
    return "".join((*parts, view[last:]))


def _checked(token: str) -> str:
    if TOKEN.fullmatch(token) is None:
        msg = "the tokeniser gave something that is not a token"
        raise ValueError(msg)
    return token


def _mask_value(value: Json, tokenise: Tokenise, found: list[Found], name: str) -> MaskedJson:
    if isinstance(value, str):
        return _mask_string(value, tokenise, found, name)
    if isinstance(value, Mapping):
        return {
            _mask_string(key, tokenise, found): _mask_value(item, tokenise, found, key) for key, item in value.items()
        }
    if isinstance(value, Sequence):
        return [_mask_value(item, tokenise, found, name) for item in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return _mask_number(value, tokenise, found, name)


def _mask_string(text: str, tokenise: Tokenise, found: list[Found], name: str = "") -> str:
    cue = cue_of(name)
    masked = mask(cue + text, tokenise)
    if not masked.text.startswith(cue):
        cue, masked = "", mask(text, tokenise)
    found.extend(replace(item, span=(item.span[0] - len(cue), item.span[1] - len(cue))) for item in masked.found)
    return masked.text.removeprefix(cue)


def _mask_number(number: float, tokenise: Tokenise, found: list[Found], name: str) -> MaskedJson:
    if isinstance(number, float) and not number.is_integer():
        return number
    before = len(found)
    text = _mask_string(str(int(number)), tokenise, found, name)
    return text if len(found) > before else number
