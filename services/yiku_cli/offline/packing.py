"""Events of a chunk as requests: a customer's go together, in order, turns of a session as one dialogue."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from yiku import messages
from yiku.extractor.v1.extractor_pb2 import IngestRequest
from yiku.results import Dialogue, Order, Review, SourceItem

from yiku_cli.offline.reading import Event

SEGMENTS = 32
"""One transaction's worth: more makes a failure costlier than it saves round trips."""

_BYTES = 256 * 1024
_SESSION = timedelta(minutes=30)


@dataclass(frozen=True)
class Pack:
    """What becomes one record. `key` follows from the lines alone; `numbers` are theirs."""

    user_id: str
    key: str
    items: tuple[SourceItem, ...]
    numbers: tuple[int, ...]
    turns: int

    def request(self, zone: str) -> IngestRequest:
        """As the API takes it."""
        return IngestRequest(
            user_id=self.user_id,
            idempotency_key=self.key,
            items=[messages.source_item(item, index) for index, item in enumerate(self.items)],
            time_zone=zone,
        )


def packs(events: Iterable[Event]) -> Iterator[Pack]:
    """The same packs for the same events; a customer's packs follow one another in the order of the lines."""
    open_: dict[str, list[Event]] = {}
    for event in events:
        mine = open_.setdefault(event.user_id, [])
        if mine and _is_full(mine, event):
            yield _pack(open_.pop(event.user_id))
            mine = open_.setdefault(event.user_id, [])
        mine.append(event)
    for rest in open_.values():
        yield _pack(rest)


def _is_full(mine: Sequence[Event], event: Event) -> bool:
    """Enough, and no answer is cut off from its question; or the same order again, which replaces itself."""
    if _ref(event) and any(_ref(e) == _ref(event) for e in mine):
        return True
    segments = sum(max(1, e.turns) for e in (*mine, event))
    if segments > 3 * SEGMENTS or sum(map(_size, mine)) > _BYTES:
        return True
    answers = _continues(mine[-1], event) and _role(event) != "assistant"
    return segments > SEGMENTS and not answers


def _ref(event: Event) -> str:
    """Sources that are one thing under one reference."""
    return event.item.order_id if isinstance(event.item, Order | Review) else ""


def _role(event: Event) -> str:
    return event.item.turns[0].role if isinstance(event.item, Dialogue) and event.item.turns else ""


def _size(event: Event) -> int:
    """Roughly the bytes of what was said."""
    return 3 * sum(len(turn.text) for turn in event.item.turns) if isinstance(event.item, Dialogue) else 500


def _pack(events: Sequence[Event]) -> Pack:
    key = hashlib.sha256("\n".join(event.key for event in events).encode()).hexdigest()
    numbers = tuple(event.number for event in events)
    return Pack(events[0].user_id, key, tuple(_items(events)), numbers, sum(e.turns for e in events))


def _items(events: Sequence[Event]) -> list[SourceItem]:
    items: list[SourceItem] = []
    last: Event | None = None
    for event in events:
        before, item = items[-1] if items else None, event.item
        if last is not None and _continues(last, event) and isinstance(before, Dialogue) and isinstance(item, Dialogue):
            items[-1] = replace(before, turns=before.turns + item.turns)
        else:
            items.append(item)
        last = event
    return items


def _continues(last: Event, event: Event) -> bool:
    """Two lines that are turns of one conversation: of one session, or of none and not long apart."""
    before, after = last.item, event.item
    if not (last.turn and event.turn and isinstance(before, Dialogue) and isinstance(after, Dialogue)):
        return False
    if before.session_id != after.session_id:
        return False
    if before.session_id or before.at is None or after.at is None:
        return True
    return timedelta() <= after.at - before.at <= _SESSION
