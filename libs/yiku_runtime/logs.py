"""JSON lines on standard error: facts about what happened, never a customer's words."""

import sys
import traceback
from typing import Any, TextIO

import orjson
import structlog
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

from yiku_runtime.call import current_trace_id

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def configure_logging(service: str, level: str, stream: TextIO = sys.stderr) -> None:
    """Set up structlog for this process: one JSON object a line, with service, level, time, trace id."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _with_context(service),
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )


def get_logger(name: str) -> FilteringBoundLogger:
    """A logger whose lines carry `component: name`."""
    logger: FilteringBoundLogger = structlog.get_logger(component=name)
    return logger


def describe(error: BaseException, causes: int = 4) -> dict[str, Any]:
    """Type, place and causes of an error without its text, which may quote a customer or a row.

    At most `causes` causes: a driver that raises a kept error again can make a chain that ends in itself.
    """
    frames = traceback.extract_tb(error.__traceback__)
    described: dict[str, Any] = {
        "error": type(error).__qualname__,
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]],
    }
    sqlstate = getattr(error, "sqlstate", None)
    if sqlstate:
        described["sqlstate"] = sqlstate
    if error.__cause__ is not None and causes > 0:
        described["cause"] = describe(error.__cause__, causes - 1)
    return described


def _with_context(service: str) -> structlog.typing.Processor:
    def add(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        trace_id = current_trace_id()
        if trace_id:
            event.setdefault("trace_id", trace_id)
        return event

    return add


def _json(event: EventDict, **_options: object) -> str:
    return orjson.dumps(event, default=str).decode()
