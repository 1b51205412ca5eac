"""Reads request bytes; where they are not a message, says which field is to blame."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.unknown_fields import UnknownFieldSet
from yiku_domain.errors import InvalidRequest, Violation

_LENGTH_DELIMITED = 2

Request = TypeVar("Request", bound=Message)


def parse(raw: bytes, kind: type[Request]) -> Request:
    """The message in `raw`; `InvalidRequest` names every string that is not UTF-8."""
    try:
        return kind.FromString(raw)
    except DecodeError:
        paths = tuple(_not_utf8(raw, kind, ""))
    if not paths:
        raise InvalidRequest("the request is not a valid protobuf message")
    violations = tuple(Violation(path, "must be valid UTF-8") for path in paths)
    raise InvalidRequest(f"{paths[0]}: must be valid UTF-8", violations=violations)


def _not_utf8(raw: bytes, kind: type[Message], prefix: str) -> Iterator[str]:
    """Paths of the strings in `raw` that do not decode, in wire order."""
    seen: Counter[int] = Counter()
    for number, data in _length_delimited(raw):
        field = kind.DESCRIPTOR.fields_by_number.get(number)
        if field is None:
            continue
        index = f"[{seen[number]}]" if field.is_repeated else ""
        seen[number] += 1
        path = f"{prefix}{field.name}{index}"
        if field.message_type is not None:
            yield from _not_utf8(data, _class_of(field.message_type), f"{path}.")
        elif field.type == FieldDescriptor.TYPE_STRING and not _is_utf8(data):
            yield path


def _class_of(kind: Any) -> type[Message]:
    """`Any`, as the stubs split descriptors into two unrelated classes."""
    return GetMessageClass(kind)


def _length_delimited(raw: bytes) -> Iterator[tuple[int, bytes]]:
    try:
        untyped = Empty.FromString(raw)
    except DecodeError:
        return
    fields: Sequence[Any] = UnknownFieldSet(untyped)  # type: ignore[assignment]  # stubs lack iteration
    for field in fields:
        if field.wire_type == _LENGTH_DELIMITED:
            yield field.field_number, field.data


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
