"""A real server on a port, with a servicer that does as the test says."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yiku.extractor.v1 import extractor_pb2 as pb
from yiku.session.v1 import session_pb2
from yiku_domain.ids import TenantId
from yiku_runtime.auth import Key, TokenVerifier, mint
from yiku_runtime.call import current_caller, item_violations
from yiku_runtime.grpc_server import GrpcServer, ServerOptions, Service
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import configure_logging, get_logger
from yiku_runtime.metrics import build_metrics
from yiku_runtime.scopes import ALL_SCOPES
from yiku_runtime.telemetry import build_telemetry
from yiku_text.user_ids import looks_like

SECRET = "a-secret-of-at-least-thirty-two-bytes"
TENANT = TenantId("acme")

Behaviour = Callable[[Any], Awaitable[Any]]


def token(*scopes: str, ttl_s: int = 3600) -> str:
    """For TENANT; all scopes where none is named."""
    return mint(SECRET, TENANT, "test", scopes or ALL_SCOPES, ttl_s=ttl_s)


async def count_items(request: pb.IngestRequest) -> pb.IngestResponse:
    """Stores the sound items and fails the others, as the extractor does."""
    answer = pb.IngestResponse()
    for index in range(len(request.items)):
        bad = item_violations().get(index, ())
        outcome = pb.OUTCOME_FAILED if bad else pb.OUTCOME_STORED
        answer.results.add(item=index, outcome=outcome, field=bad[0].field if bad else "")
        answer.stored += not bad
    return answer


async def name_caller(_request: Any) -> session_pb2.GetContextResponse:
    """The tenant, as a session id."""
    return session_pb2.GetContextResponse(session_id=current_caller().tenant_id)


@dataclass
class Extractor:
    """Behaviours by method; a test replaces one to see what becomes of it."""

    ingest: Behaviour = count_items
    remember: Behaviour = count_items

    async def Ingest(self, request: Any, _context: object) -> Any:
        return await self.ingest(request)

    async def Remember(self, request: Any, _context: object) -> Any:
        return await self.remember(request)


@dataclass
class Session:
    """The same for sessions."""

    get_context: Behaviour = name_caller
    append_turns: Behaviour = name_caller

    async def AppendTurns(self, request: Any, _context: object) -> Any:
        return await self.append_turns(request)

    async def GetContext(self, request: Any, _context: object) -> Any:
        return await self.get_context(request)

    async def End(self, request: Any, _context: object) -> Any:
        return await self.get_context(request)


@dataclass
class Serving:
    """A server that runs, and the strings it pulls."""

    target: str
    server: GrpcServer
    extractor: Extractor
    session: Session
    log: io.StringIO
    spans: Path
    ready: asyncio.Event
    instruments: Instruments
    stopped: list[bool] = field(default_factory=list)

    @property
    def token(self) -> str:
        return token()


@asynccontextmanager
async def serving(directory: Path, **options: Any) -> AsyncIterator[Serving]:
    """Serve until the block ends; spans are in the file afterwards."""
    log, spans, ready = io.StringIO(), directory / "spans.jsonl", asyncio.Event()
    ready.set()
    configure_logging("test", "debug", log)
    telemetry = build_telemetry("test", span_file=spans)
    instruments = Instruments(telemetry.tracer, build_metrics(), get_logger("test"))
    extractor, session = Extractor(), Session()

    async def is_ready() -> bool:
        return ready.is_set()

    server = GrpcServer(
        (
            Service(
                pb.DESCRIPTOR.services_by_name["ExtractorService"],
                extractor,
                {"Ingest": "items", "Remember": "statements"},
            ),
            Service(session_pb2.DESCRIPTOR.services_by_name["SessionService"], session),
        ),
        ServerOptions(looks_like=looks_like, **{"stop_grace_s": 2.0, **options}),
        TokenVerifier(Key("HS256", SECRET)),
        instruments,
        is_ready,
    )
    port = await server.start()
    try:
        yield Serving(f"127.0.0.1:{port}", server, extractor, session, log, spans, ready, instruments)
    finally:
        await server.stop()
        telemetry.close()
