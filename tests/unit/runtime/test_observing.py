"""Logs and spans: what they hold and what they must not."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from yiku_domain.errors import Unavailable
from yiku_runtime.call import Call, current_trace_id, enter_call
from yiku_runtime.logs import configure_logging, describe, get_logger
from yiku_runtime.metrics import build_metrics
from yiku_runtime.telemetry import build_telemetry, parent_of, span_from, traceparent

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the lines go; structlog is as before afterwards."""
    lines = io.StringIO()
    configure_logging("memory", "info", lines)
    yield lines
    structlog.reset_defaults()


def raised() -> Exception:
    try:
        try:
            raise ValueError("打13800138000")
        except ValueError as cause:
            raise Unavailable("Postgres is away") from cause
    except Unavailable as error:
        return error


async def test_a_line_is_json_with_service_and_trace(stream: io.StringIO) -> None:
    enter_call(Call("/m", "b" * 32, 0.0))
    get_logger("x").info("stored", count=2)
    line = json.loads(stream.getvalue())
    assert line["service"] == "memory" and line["trace_id"] == "b" * 32 and line["count"] == 2
    assert current_trace_id() == "b" * 32


def test_levels_below_are_not_written(stream: io.StringIO) -> None:
    get_logger("x").debug("noise")
    assert stream.getvalue() == ""


def test_an_error_is_described_without_its_text() -> None:
    described = json.dumps(describe(raised()), ensure_ascii=False)
    assert "ValueError" in described and "Unavailable" in described and "test_observing" in described
    assert "13800138000" not in described


def test_spans_continue_the_callers_trace_and_reach_the_file(tmp_path: Path) -> None:
    file = tmp_path / "spans" / "memory.jsonl"
    telemetry = build_telemetry("memory", span_file=file)
    with span_from(telemetry.tracer, PARENT, "apply", attributes={"events": 3}):
        inner = traceparent()
    telemetry.close()
    line = json.loads(file.read_text())
    assert line["trace_id"] == PARENT[3:35] and line["parent_id"] == PARENT[36:52]
    assert inner == f"00-{line['trace_id']}-{line['span_id']}-01"
    assert line["attributes"] == {"events": 3} and line["service"] == "memory" and line["millis"] >= 0


def test_a_failed_span_names_the_type_of_the_error_only(tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    telemetry = build_telemetry("memory", span_file=file)
    with pytest.raises(ValueError), span_from(telemetry.tracer, "", "apply"):
        raise ValueError("13800138000")
    telemetry.close()
    line = json.loads(file.read_text())
    assert line["status"] == "error" and line["attributes"]["error.type"] == "ValueError"
    assert "13800138000" not in file.read_text()


def test_a_failed_span_holds_no_event_with_the_errors_text() -> None:
    telemetry, kept = build_telemetry("memory"), InMemorySpanExporter()
    telemetry.provider.add_span_processor(SimpleSpanProcessor(kept))
    with pytest.raises(ValueError), span_from(telemetry.tracer, "", "apply"):
        raise ValueError("13800138000")
    assert [(s.events, s.status.description) for s in kept.get_finished_spans()] == [((), "ValueError")]


@pytest.mark.parametrize("header", ["", "nonsense", "00-0-0-00"])
def test_a_header_that_names_no_trace_starts_one(header: str) -> None:
    telemetry = build_telemetry("memory")
    with span_from(telemetry.tracer, header, "apply") as span:
        assert span.get_span_context().trace_id != 0
    assert parent_of(header) is not None


def test_metric_names_are_ours_and_unique() -> None:
    names = [family.name for family in build_metrics().registry.collect()]
    assert len(names) == len(set(names))
    assert all(name.startswith("yiku_") for name in names)
