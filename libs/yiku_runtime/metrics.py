"""Every metric of Yiku, by name, in one place."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Metrics:
    """What a process counts. Labels hold closed sets of names, never ids or content."""

    registry: CollectorRegistry
    rpc_seconds: Histogram
    rpc_total: Counter
    ingest_segments: Counter
    source_records: Counter
    recall_path_seconds: Histogram
    recall_degraded: Counter
    recall_cache: Counter
    relay_published: Counter
    relay_unpublished: Gauge
    sink_applied: Counter
    sink_apply_seconds: Histogram
    sink_lag_seconds: Histogram
    sink_pending: Gauge
    sink_dead_letters: Counter
    store_divergence: Gauge
    store_repaired: Counter
    summaries: Counter
    summary_questions: Counter


def build_metrics() -> Metrics:
    """All metrics, in a registry of their own."""
    made = CollectorRegistry()

    def histogram(name: str, help_: str, *labels: str) -> Histogram:
        return Histogram(name, help_, labels, registry=made, buckets=_SECONDS)

    def counter(name: str, help_: str, *labels: str) -> Counter:
        return Counter(name, help_, labels, registry=made)

    def gauge(name: str, help_: str, *labels: str) -> Gauge:
        return Gauge(name, help_, labels, registry=made)

    return Metrics(
        registry=made,
        rpc_seconds=histogram("yiku_rpc_seconds", "Time to answer a call", "method"),
        rpc_total=counter("yiku_rpc_total", "Calls answered", "method", "code"),
        ingest_segments=counter("yiku_ingest_segments_total", "Segments", "outcome", "reason"),
        source_records=counter("yiku_source_records_total", "Sources read from Kafka", "outcome"),
        recall_path_seconds=histogram("yiku_recall_path_seconds", "Time of a path", "path"),
        recall_degraded=counter("yiku_recall_degraded_total", "Parts left out", "part", "reason"),
        recall_cache=counter("yiku_recall_cache_total", "Cache look-ups", "level", "result"),
        relay_published=counter("yiku_relay_published_total", "Events handed to the broker"),
        relay_unpublished=gauge("yiku_relay_unpublished", "Outbox rows not yet published"),
        sink_applied=counter("yiku_sink_applied_total", "Events applied", "sink"),
        sink_apply_seconds=histogram("yiku_sink_apply_seconds", "Time to apply a batch", "sink"),
        sink_lag_seconds=histogram("yiku_sink_lag_seconds", "From commit to index", "sink"),
        sink_pending=gauge("yiku_sink_pending", "Events not yet applied", "sink"),
        sink_dead_letters=counter("yiku_sink_dead_letters_total", "Events refused", "sink"),
        store_divergence=gauge("yiku_store_divergence", "Memories that differ", "store", "how"),
        store_repaired=counter("yiku_store_repaired_total", "Events sent again", "store"),
        summaries=counter("yiku_summaries_total", "Summaries told, or found to need no telling", "level", "by"),
        summary_questions=counter("yiku_summary_questions_total", "Language models asked for a summary", "outcome"),
    )


@contextmanager
def serve_metrics(metrics: Metrics, host: str, port: int | None) -> Iterator[None]:
    """Answer `GET /metrics` on `port` while the block runs; nothing without a port."""
    if port is None:
        yield
        return
    server, thread = start_http_server(port, addr=host, registry=metrics.registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=1)
