"""One span for each event that came with a trace, over the time that its batch took."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from opentelemetry.trace import Span, SpanKind, Tracer
from yiku_domain.events import Delivery, Sink
from yiku_runtime.telemetry import mark_failed, parent_of


@contextmanager
def propagation_spans(tracer: Tracer, sink: Sink, deliveries: Sequence[Delivery]) -> Iterator[None]:
    """`propagate SINK` under each delivery's own trace; an error marks all of them."""
    spans = [_start(tracer, sink, d) for d in deliveries if d.traceparent]
    try:
        yield
    except BaseException as error:
        for span in spans:
            mark_failed(span, type(error).__name__)
        raise
    finally:
        for span in spans:
            span.end()


def _start(tracer: Tracer, sink: Sink, delivery: Delivery) -> Span:
    return tracer.start_span(
        f"propagate {sink.value}",
        parent_of(delivery.traceparent),
        kind=SpanKind.CONSUMER,
        attributes={
            "yiku.sink": sink.value,
            "yiku.op": delivery.event.op.value,
            "yiku.version": delivery.event.version,
            "messaging.kafka.partition": delivery.partition,
            "yiku.position": delivery.position,
        },
    )
