"""Every string in a value, whatever it is wrapped in: JSON, protobuf, or bytes of any kind."""

import json
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from yiku_cli.leaks.record import Value

Named: TypeAlias = tuple[str, str]
"""The name of the field, empty where it has none, and the text."""

OWN_IDS: Final = frozenset(
    {"trace_id", "span_id", "parent_id", "traceparent", "tracingspancontext", "memory_id", "episode_id", "id"}
)
"""Fields that hold ids which Yiku draws at random; nobody can write into them."""
_DIGESTS: Final = frozenset({"content_key", "key_hash", "request_hash", "hash", "wrapped_key"})
"""Columns of SHA-256 digests and sealed keys: random bytes, which may look like anything."""
_DIGEST_BYTES: Final = 32
_RANDOM: Final = re.compile(r"[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f-]{36}|00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]")
_TEXT: Final = re.compile("[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]{5,}")
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DEEPEST: Final = 16
_FIXED64: Final = 1
_BYTES: Final = 2
_GROUP: Final = 3
_PREFIX: Final = 2
"""Behind a protobuf string's tag and length, which may be printable characters themselves."""


def strings(value: Value, name: str = "", depth: int = 0) -> Iterator[Named]:
    """All of them, numbers among them; a thing with a type and a name is named by its type."""
    if depth > _DEEPEST or value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        yield from _in_text(value, name, depth)
    elif isinstance(value, bytes):
        yield from _in_bytes(value, name, depth)
    elif isinstance(value, int | float):
        yield from _in_number(value, name)
    elif isinstance(value, Mapping):
        yield from _in_mapping(value, depth)
    elif isinstance(value, Sequence):
        for item in value:
            yield from strings(item, name, depth + 1)


def _in_text(text: str, name: str, depth: int) -> Iterator[Named]:
    if name in OWN_IDS and _RANDOM.fullmatch(text):
        return
    if text[:1] in "{[" and text:
        try:
            parsed = json.loads(text)
        except ValueError:
            pass
        else:
            yield from strings(parsed, name, depth + 1)
            return
    yield name, text


def _in_mapping(value: Mapping[str, Value], depth: int) -> Iterator[Named]:
    kind = value.get("type")
    for key, item in value.items():
        yield "", key
        yield from strings(item, kind if key == "name" and isinstance(kind, str) else key, depth + 1)


def _in_number(number: float, name: str) -> Iterator[Named]:
    if isinstance(number, int) or number.is_integer():
        yield name, str(int(number))


def _in_bytes(raw: bytes, name: str, depth: int) -> Iterator[Named]:
    text = _printable(raw)
    if text:
        yield from _in_text(text, name, depth)
    elif name in _DIGESTS and len(raw) >= _DIGEST_BYTES:
        return
    parsed = _protobuf(raw) if depth < _DEEPEST else None
    if parsed is not None:
        for item in parsed:
            yield from strings(item, name, depth + 1)
    elif not text:
        yield from _runs(raw, name)


def _printable(raw: bytes) -> str:
    """The bytes as text; empty where they are none or hold control characters."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return ""
    return "" if _CONTROL.search(text) else text


def _runs(raw: bytes, name: str) -> Iterator[Named]:
    """The readable parts, and each without the one or two characters that may be a tag and a length."""
    for match in _TEXT.finditer(raw.decode("utf-8", "replace")):
        for skipped in range(_PREFIX + 1):
            yield name, match[0][skipped:]


def _protobuf(raw: bytes) -> list[Value] | None:
    """The values of a message's fields; None for what is no message."""
    try:
        fields: Any = UnknownFieldSet(Empty.FromString(raw))
    except (DecodeError, RecursionError):
        return None
    return [value for field in fields for value in _values(field)]


def _values(field: Any) -> Iterator[Value]:
    kind, data = field.wire_type, field.data
    if kind == _FIXED64:
        yield struct.unpack("<d", struct.pack("<Q", data))[0]
    elif kind == _GROUP:
        for inner in data:
            yield from _values(inner)
    else:
        yield data
