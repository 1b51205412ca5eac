"""What a store holds, a piece at a time, and what was found in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "str | bytes | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"


@dataclass(frozen=True)
class Record:
    """A row, a message, a key or a line. `where` says how to find it again; `part` is its table, topic or file."""

    part: str
    where: str
    value: Value


@dataclass(frozen=True)
class Finding:
    """Personal data in a record: where and of which type, never what."""

    part: str
    where: str
    type: str


@dataclass(frozen=True)
class Source:
    """A store by name; `records` reads all of it and raises `YikuError` or an error of its driver where it is away."""

    store: str
    records: Callable[[], Iterator[Record]]
