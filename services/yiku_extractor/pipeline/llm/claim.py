"""What the model claims, as it wrote it: nothing of it is believed yet."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yiku_domain.memory import Kind

from yiku_extractor.pipeline.llm.attributes import NONE, names

KINDS = (Kind.PREFERENCE, Kind.FACT, Kind.SENTIMENT, Kind.RELATION, Kind.EVENT)
"""Summaries and insights are not read out of single turns."""

MAX_CONFIDENCE = 0.9
UNSURE = 0.5
"""For a claim that does not say how sure it is; below every threshold that stores."""


class Stance(StrEnum):
    """How the model takes the words."""

    STATED = "stated"
    IMPLIED = "implied"
    SUPPOSED = "supposed"
    ASKED = "asked"
    IRONIC = "ironic"
    OTHER = "other"
    QUOTED = "quoted"
    ORDER = "order"


@dataclass(frozen=True)
class Claim:
    """One memory that the model proposes; strings as it wrote them but for controls, `confidence` within [0, 0.9]."""

    quote: str
    stance: str
    kind: str
    attribute: str
    detail: str = ""
    content: str = ""
    confidence: float = UNSURE


def claim_of(raw: object) -> Claim | None:
    """Read one element of the answer; None where it is no object with a quote."""
    if not isinstance(raw, Mapping) or not _text(raw, "quote"):
        return None
    return Claim(
        quote=_text(raw, "quote"),
        stance=_text(raw, "stance"),
        kind=_text(raw, "kind"),
        attribute=_text(raw, "attribute") or NONE,
        detail=_text(raw, "detail"),
        content=_text(raw, "content"),
        confidence=_confidence(raw.get("confidence")),
    )


def json_schema() -> dict[str, object]:
    """The schema of an answer, within what servers commonly support: no lengths and no counts."""
    text = {"type": "string"}
    fields: dict[str, object] = {
        "quote": text,
        "stance": {"type": "string", "enum": list(Stance)},
        "kind": {"type": "string", "enum": list(KINDS)},
        "attribute": {"type": "string", "enum": list(names())},
        "detail": text,
        "content": text,
        "confidence": {"type": "number"},
    }
    item = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    memories = {"type": "array", "items": item}
    return {
        "type": "object",
        "properties": {"memories": memories},
        "required": ["memories"],
        "additionalProperties": False,
    }


def _text(raw: Mapping[object, object], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        return ""
    return "".join(c if c.isprintable() else " " for c in value).strip()


def _confidence(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return UNSURE
    try:
        number = float(value)
    except OverflowError:
        return UNSURE
    return min(max(number, 0.0), MAX_CONFIDENCE) if math.isfinite(number) else UNSURE
