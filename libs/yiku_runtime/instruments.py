"""What a process observes itself with."""

from dataclasses import dataclass

from opentelemetry.trace import Tracer
from structlog.typing import FilteringBoundLogger

from yiku_runtime.metrics import Metrics


@dataclass(frozen=True)
class Instruments:
    """Spans, numbers and log lines; none of them may hold a customer's words."""

    tracer: Tracer
    metrics: Metrics
    log: FilteringBoundLogger
