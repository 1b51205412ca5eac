"""Tracing: spans carry counts and times, never content; trace context travels as `traceparent`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import orjson
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_PROPAGATOR = TraceContextTextMapPropagator()
TRACEPARENT = "traceparent"
_BATCH = 128
"""Small enough that a batch does not hold the interpreter for longer than a cached answer takes."""
_LINE = orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS


@dataclass(frozen=True)
class Telemetry:
    """The tracer of a process; `close` sends what is still held."""

    tracer: Tracer
    provider: TracerProvider

    def close(self) -> None:
        """Flush and stop the exporters."""
        self.provider.shutdown()


def build_telemetry(
    service: str, *, otlp_endpoint: str = "", span_file: Path | None = None, ratio: float = 1.0
) -> Telemetry:
    """A tracer for `service` that sends to each exporter that is configured, in batches.

    `ratio` of the traces that start here are sampled; others follow their parent.
    """
    provider = TracerProvider(
        resource=Resource.create({"service.name": service}),
        sampler=ParentBased(TraceIdRatioBased(ratio)),
    )
    for exporter in _exporters(otlp_endpoint, span_file):
        provider.add_span_processor(
            BatchSpanProcessor(exporter, schedule_delay_millis=1000, max_export_batch_size=_BATCH)
        )
    return Telemetry(provider.get_tracer(service), provider)


def traceparent(span: Span | None = None) -> str:
    """The W3C header of `span`, or of the current span; empty where there is none."""
    carrier: dict[str, str] = {}
    context = trace.set_span_in_context(span) if span is not None else None
    _PROPAGATOR.inject(carrier, context)
    return carrier.get(TRACEPARENT, "")


def parent_of(header: str) -> Context:
    """A context whose current span is the remote one that `header` names; empty if it names none."""
    if not header:
        return Context()
    return _PROPAGATOR.extract({TRACEPARENT: header}, Context())


@contextmanager
def span_from(
    tracer: Tracer,
    header: str,
    name: str,
    *,
    kind: SpanKind = SpanKind.INTERNAL,
    attributes: Mapping[str, str | int | float | bool] | None = None,
) -> Iterator[Span]:
    """A current span that continues the trace of a `traceparent` header.

    An error marks the span with its type; its text stays out, as it may quote content.
    """
    with tracer.start_as_current_span(
        name,
        parent_of(header),
        kind=kind,
        attributes=dict(attributes or {}),
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield span
        except BaseException as error:
            mark_failed(span, type(error).__qualname__)
            raise


def mark_failed(span: Span, error_type: str) -> None:
    """Set the span's status to error, named by a type or code."""
    span.set_status(trace.StatusCode.ERROR, error_type)
    span.set_attribute("error.type", error_type)


def trace_id_of(span: Span) -> str:
    """32 hexadecimal digits, also where the span is not sampled."""
    return format(span.get_span_context().trace_id, "032x")


class JsonLinesExporter(SpanExporter):
    """Appends one JSON object a span to a file; several processes may share the file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab", buffering=0)
        self._lock = Lock()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Write the batch in one append, so that lines of several processes do not mix."""
        lines = b"".join(orjson.dumps(_line(span), option=_LINE) for span in spans)
        with self._lock:
            self._file.write(lines)
        return SpanExportResult.SUCCESS

    def shutdown(self) -> None:
        """Close the file."""
        self._file.close()


def _line(span: ReadableSpan) -> dict[str, object]:
    context, parent = span.get_span_context(), span.parent
    start, end = span.start_time or 0, span.end_time or 0
    return {
        "trace_id": format(context.trace_id, "032x") if context else "",
        "span_id": format(context.span_id, "016x") if context else "",
        "parent_id": format(parent.span_id, "016x") if parent else "",
        "service": span.resource.attributes.get("service.name", ""),
        "name": span.name,
        "kind": span.kind.name.lower(),
        "start_ns": start,
        "millis": round((end - start) / 1e6, 3),
        "status": span.status.status_code.name.lower(),
        "attributes": dict(span.attributes or {}),
        "links": [format(link.context.trace_id, "032x") for link in span.links],
    }


def _exporters(otlp_endpoint: str, span_file: Path | None) -> Iterator[SpanExporter]:
    if otlp_endpoint:
        yield OTLPSpanExporter(endpoint=otlp_endpoint, insecure=otlp_endpoint.startswith("http://"), timeout=5)
    if span_file is not None:
        yield JsonLinesExporter(span_file)
