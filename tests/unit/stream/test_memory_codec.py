"""A memory survives the wire exactly."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from yiku.common.v1 import common_pb2 as pb
from yiku_domain.errors import InvalidRequest
from yiku_domain.ids import TenantId
from yiku_domain.memory import JsonValue, Memory
from yiku_stream.memory_codec import (
    memory_from_proto,
    memory_to_proto,
    struct_to_value,
    time_from_proto,
    time_to_proto,
    value_to_struct,
)

from tests.unit.stream.memories import MEMORIES


@given(MEMORIES)
def test_round_trip(memory: Memory) -> None:
    """Through bytes and back nothing differs, to the microsecond and the type of each number."""
    wire = memory_to_proto(memory).SerializeToString()
    assert memory_from_proto(pb.Memory.FromString(wire), memory.scope.tenant_id) == memory


@pytest.mark.parametrize(
    "value",
    [{}, {"a": {}}, {"a": []}, {"a": [{}, [], None]}, {"n": 0}, {"n": -5}, {"n": 2**53}, {"n": 0.1}, {"b": False}],
)
def test_json_values_keep_their_types(value: dict[str, JsonValue]) -> None:
    """Whole numbers stay ints, booleans booleans, and empty containers are not lost."""
    back = struct_to_value(value_to_struct(value))
    assert back == value
    assert [type(v) for v in back.values()] == [type(v) for v in value.values()]


def test_time_of_another_zone_comes_back_as_the_same_moment_in_utc() -> None:
    """The offset is not kept, the moment is."""
    shanghai = datetime(2026, 3, 1, 0, 30, 0, 123456, tzinfo=timezone(timedelta(hours=8)))
    stamp = time_to_proto(shanghai)
    assert stamp is not None
    assert time_from_proto(stamp) == shanghai
    assert time_from_proto(stamp).tzinfo is UTC


@pytest.mark.parametrize("change", [{"memory_id": "x"}, {"kind": "poem"}, {"status": ""}, {"superseded_by": "x"}])
def test_what_is_no_memory_is_refused(change: dict[str, str]) -> None:
    """Ids and words of closed vocabularies are checked."""
    with pytest.raises(InvalidRequest):
        memory_from_proto(pb.Memory(**change), TenantId("t"))  # type: ignore[arg-type]
