"""A slot that holds one value gets one proposal a turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from yiku_domain.memory import JsonValue
from yiku_domain.vocabulary import BY_NAME

from yiku_extractor.pipeline.extraction import Proposal

_Value: TypeAlias = dict[str, JsonValue]


def one_value_each(proposals: Sequence[Proposal], text: str) -> list[Proposal]:
    """What a turn says twice of a single-valued slot becomes one proposal, in the order of the turn.

    Neighbouring parts of an address, of hours or of packing join; else the later word stands.
    Values under different conditions are different slots.
    """
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: p.span):
        rival = next((p for p in kept if _same_slot(p, proposal)), None)
        if rival is None:
            kept.append(proposal)
        else:
            kept[kept.index(rival)] = _joined(rival, proposal, text)
    return kept


def _same_slot(left: Proposal, right: Proposal) -> bool:
    attribute = BY_NAME.get(left.attribute or "")
    same = left.attribute == right.attribute and attribute is not None and attribute.single_valued
    return same and left.value.get("condition") == right.value.get("condition")


def _joined(earlier: Proposal, later: Proposal, text: str) -> Proposal:
    if later.value == {"channel": "not_phone"}:
        return earlier
    join = _JOINS.get(later.attribute or "")
    between = text[earlier.span[1] : later.span[0]]
    if join is None or any(mark in between for mark in "。！!？?；;\n"):
        return later
    span = (earlier.span[0], later.span[1])
    value = join(earlier.value, later.value)
    return replace(later, span=span, content=text[slice(*span)], value=value)


def _addresses(earlier: _Value, later: _Value) -> _Value:
    first, last = str(earlier.get("address", "")), str(later.get("address", ""))
    if first.isascii():
        return later | {"address": last if first in last else f"{last}, {first}"}
    head = first.rstrip("市区县")
    return later | {"address": last if last.startswith(head) else first + last}


def _needs(earlier: _Value, later: _Value) -> _Value:
    needs = [*_items(earlier, "needs"), *_items(later, "needs")]
    return later | {"needs": list[JsonValue](sorted({str(need) for need in needs}))}


def _items(value: _Value, name: str) -> list[JsonValue]:
    items = value.get(name)
    return items if isinstance(items, list) else []


_JOINS: dict[str, Callable[[_Value, _Value], _Value]] = {
    "home_address": _addresses,
    "work_address": _addresses,
    "warehouse_address": _addresses,
    "packing": _needs,
    "preferred_time": lambda earlier, later: earlier | later,
    "invoice": lambda earlier, later: earlier | later,
    "call_before_arrival": lambda earlier, later: earlier | later,
}
