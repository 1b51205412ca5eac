"""The feed's neighbours, kept in memory: a topic, a use case that can fail, and the register."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import structlog
from opentelemetry import trace
from protovalidate import Validator
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope, TenantId
from yiku_extractor.command import Answer, IngestCommand
from yiku_extractor.servicer import ITEM_FIELDS
from yiku_extractor.sources.feed import SourceFeed
from yiku_extractor.sources.opening import Opener
from yiku_runtime.instruments import Instruments
from yiku_runtime.metrics import build_metrics
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.validation import RequestValidator
from yiku_stores.postgres.told_sources import HashedKey, SourceLetter
from yiku_stream.consumer import Batch
from yiku_stream.record import Record
from yiku_stream.source_codec import SourceEvent, source_to_record
from yiku_text.user_ids import looks_like

INSTRUMENTS = Instruments(trace.get_tracer("test"), build_metrics(), structlog.get_logger())
AT = datetime(2026, 10, 1, tzinfo=UTC)


def request(user_id: str, text: str, *, key: str = "", items: Sequence[pb.SourceItem] = ()) -> pb.IngestRequest:
    """One turn, or the items given."""
    item = pb.SourceItem()
    item.dialogue.turns.add(role="user", text=text)
    return pb.IngestRequest(user_id=user_id, idempotency_key=key, items=items or [item])


def record(offset: int, told: pb.IngestRequest, *, tenant: str = "acme") -> Record:
    """As it lies in the topic; a second goes by from one to the next."""
    sent = source_to_record(SourceEvent(TenantId(tenant), told))
    return Record(sent.partition, offset, sent.key, sent.value, sent.headers, AT + timedelta(seconds=offset))


class Topic:
    """Gives its batches one after another; `owned` is what a rebalance leaves."""

    def __init__(self, *batches: Sequence[Record], owned: Iterable[int] = range(16)) -> None:
        self.batches = list(batches)
        self.owned = frozenset(owned)
        self.committed: list[Record] = []

    async def poll(self) -> Batch:
        return Batch(tuple(self.batches.pop(0))) if self.batches else Batch()

    async def keep_alive(self) -> frozenset[int]:
        return self.owned

    async def commit(self, records: Sequence[Record]) -> None:
        self.committed += records


class Shelf:
    """What was committed and what was buried; `erasures` says when customers were erased."""

    def __init__(self, erasures: Mapping[Scope, datetime] | None = None) -> None:
        self.committed: dict[HashedKey, bytes] = {}
        self.letters: list[SourceLetter] = []
        self.erasures = dict(erasures or {})

    async def known(self, keys: Sequence[HashedKey]) -> dict[HashedKey, bytes]:
        return {key: self.committed[key] for key in keys if key in self.committed}

    async def erased(self, scopes: Collection[Scope]) -> dict[Scope, datetime]:
        return {scope: at for scope, at in self.erasures.items() if scope in scopes}

    async def bury(self, letters: Sequence[SourceLetter]) -> None:
        self.letters += letters


class UseCase:
    """Remembers what it was told, in order; away for `outages` calls, and broken for some texts."""

    def __init__(self, outages: int = 0, broken: Mapping[str, Exception] | None = None) -> None:
        self.outages = outages
        self.broken = dict(broken or {})
        self.told: list[tuple[str, str]] = []
        self.commands: list[IngestCommand] = []
        self.tries: Counter[str] = Counter()

    async def ingest(self, command: IngestCommand, respond: Callable[[Answer], bytes]) -> Answer:
        text = getattr(command.segments[0], "text", "")
        self.tries[text] += 1
        if self.outages:
            self.outages -= 1
            raise Unavailable("Postgres is away")
        if text in self.broken:
            raise self.broken[text]
        self.told.append((command.scope.user_id, text))
        self.commands.append(command)
        return Answer(stored=len(respond(Answer(stored=1))))


def feed(topic: Topic, use_case: UseCase, shelf: Shelf) -> SourceFeed:
    """The feed between them, with the rules of the API."""
    descriptor = pb.DESCRIPTOR.services_by_name["ExtractorService"].methods_by_name["Ingest"].input_type
    validator = RequestValidator(descriptor, Validator(), UserIdCheck(looks_like), ITEM_FIELDS["Ingest"])
    opener = Opener(validator, looks_like, lambda: AT)
    return SourceFeed(topic, opener, use_case, shelf, INSTRUMENTS, longest_wait_s=0.01)
