"""What the writer's tests share: tools without a broker or a cache, drafts, scopes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

from uuid_utils.compat import uuid7
from yiku_domain.events import MemoryEvent
from yiku_domain.ids import Scope, TenantId, TraceId, UserId
from yiku_domain.memory import Draft, Kind, Nature
from yiku_stores.postgres.commit import Commit, Secret, Tools
from yiku_stream.event_codec import event_to_bytes
from yiku_text.clarifying import clarifying_question
from yiku_text.segment import index_literals

NOW = datetime(2026, 10, 1, 4, 0, tzinfo=UTC)


class PlainSealer:
    """Marks what it sealed, so that a test can tell sealed from raw."""

    def new_key(self, scope: Scope) -> tuple[str, bytes]:
        """A key named after the customer."""
        return "m1", scope.key.encode()

    def seal(self, scope: Scope, master_id: str, wrapped: bytes, secret: Secret) -> bytes:
        """Reversed, so not the original."""
        return secret.original[::-1].encode()


@dataclass
class Heard:
    """What the writer announced after its commits."""

    invalidated: list[Scope] = field(default_factory=list)
    woken: set[int] = field(default_factory=set)


def tools(heard: Heard | None = None) -> Tools:
    """Real codec and segmentation; announcements are only recorded."""
    record = heard or Heard()

    async def invalidate(scopes: Sequence[Scope]) -> None:
        record.invalidated.extend(scopes)

    def terms(content: str) -> tuple[str, str]:
        return index_literals(content)

    def encode(event: MemoryEvent) -> bytes:
        return event_to_bytes(event)

    return Tools(encode, terms, uuid7, PlainSealer(), invalidate, record.woken.update, clarifying_question)


def new_scope(tenant: str = "t1") -> Scope:
    """A customer nobody has used."""
    return Scope(TenantId(tenant), UserId(f"u_{uuid4().hex[:10]}"))


def state(content: str, attribute: str | None = None, **value: str) -> Draft:
    """A state draft, explicit and sure."""
    return Draft(Kind.FACT, Nature.STATE, content, attribute=attribute, value=value)


def commit(scope: Scope, *drafts: Draft, now: datetime = NOW) -> Commit:
    """A write of these drafts."""
    return Commit(scope, drafts, now, TraceId("0" * 32))
