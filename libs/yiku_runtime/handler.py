"""One wrapper around every method: trace, token, scope, parsing, validation, deadline, errors, log.

One function instead of a chain of interceptors: a chain costs a coroutine and a dispatch a link, on
a path that has about a millisecond.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message
from grpc import aio
from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind
from yiku_domain.errors import Code, YikuError

from yiku_runtime.auth import TokenVerifier
from yiku_runtime.call import Call, enter_call
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import describe
from yiku_runtime.status import to_status, to_yiku_error
from yiku_runtime.telemetry import TRACEPARENT, mark_failed, parent_of, trace_id_of
from yiku_runtime.validation import RequestValidator
from yiku_runtime.wire import parse

Context = aio.ServicerContext[bytes, bytes]
Behaviour = Callable[[Any, Any], Awaitable[Message | bytes]]
"""Answers with a message, or with one that is serialised already."""


@dataclass(frozen=True)
class Method:
    """One method of a service. `path` is `/package.Service/Method`; `behaviour` is the servicer's."""

    path: str
    request_type: type[Message]
    behaviour: Behaviour
    scope: str
    validator: RequestValidator


class MethodHandler:
    """Serves one method."""

    def __init__(
        self,
        method: Method,
        verifier: TokenVerifier,
        instruments: Instruments,
        *,
        default_deadline_s: float,
    ) -> None:
        self._method = method
        self._verifier = verifier
        self._tracer = instruments.tracer
        self._log = instruments.log
        self._total = instruments.metrics.rpc_total
        self._seconds = instruments.metrics.rpc_seconds.labels(method.path)
        self._ok = self._total.labels(method.path, "OK")
        self._default_deadline_s = default_deadline_s

    async def serve(self, raw: bytes, context: Context) -> bytes:
        """Request bytes to response bytes; an error ends the call with its status."""
        started = time.monotonic()
        headers = dict(context.invocation_metadata() or ())
        span = self._start_span(headers)
        call = self._enter(span, context, started)
        try:
            answer = await self._answer(raw, headers, context, call)
        except asyncio.CancelledError:
            self._finish(span, call, started, "CANCELLED")
            raise
        except Exception as error:
            failure = self._failure(error)
            self._finish(span, call, started, failure.code.value)
        else:
            self._finish(span, call, started, "OK")
            return answer
        return await context.abort_with_status(to_status(failure, call.trace_id))

    def _start_span(self, headers: Mapping[str, str | bytes]) -> Span:
        return self._tracer.start_span(
            self._method.path,
            parent_of(str(headers.get(TRACEPARENT, ""))),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        )

    def _enter(self, span: Span, context: Context, started: float) -> Call:
        """Sets what the code below reads; the call has a task of its own, so nothing is reset."""
        remaining = context.time_remaining()
        limit = self._default_deadline_s if remaining is None else remaining
        call = Call(self._method.path, trace_id_of(span), started + limit)
        enter_call(call)
        otel_context.attach(trace.set_span_in_context(span))
        return call

    async def _answer(self, raw: bytes, headers: Mapping[str, str | bytes], context: Context, call: Call) -> bytes:
        call.caller = self._verifier.verify(str(headers.get("authorization", "")))
        call.caller.require(self._method.scope)
        request = parse(raw, self._method.request_type)
        call.item_violations = self._method.validator.check(request)
        if context.time_remaining() is not None:  # gRPC cancels at the caller's own deadline
            return _serialised(await self._method.behaviour(request, context))
        async with asyncio.timeout(call.deadline - time.monotonic()):
            return _serialised(await self._method.behaviour(request, context))

    def _failure(self, error: Exception) -> YikuError:
        failure = to_yiku_error(error)
        if failure.code is Code.INTERNAL:
            self._log.error("call failed", method=self._method.path, **describe(error))
        return failure

    def _finish(self, span: Span, call: Call, started: float, code: str) -> None:
        seconds = time.monotonic() - started
        span.set_attribute("rpc.grpc.status_code", code)
        if code != "OK":
            mark_failed(span, code)
        span.end()
        self._seconds.observe(seconds)
        (self._ok if code == "OK" else self._total.labels(self._method.path, code)).inc()
        # A line for each good call would cost as much as its span; metrics and spans tell of those.
        write = self._log.debug if code == "OK" else self._log.info
        write(
            "call",
            method=self._method.path,
            code=code,
            millis=round(seconds * 1000, 2),
            tenant=call.caller.tenant_id if call.caller else "",
        )


def _serialised(answer: Message | bytes) -> bytes:
    return answer if isinstance(answer, bytes) else answer.SerializeToString()
