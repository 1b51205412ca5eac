"""Records of the topic as requests that can be ingested, or as letters that say why not."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from yiku_domain.errors import InvalidRequest, Rejected
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_runtime.user_ids import LooksLike
from yiku_runtime.validation import RequestValidator
from yiku_stores.postgres.told_sources import METHOD, HashedKey, SourceLetter, key_hash
from yiku_stream.record import Record
from yiku_stream.source_codec import SourceEvent, source_from_record

from yiku_extractor.command import Failure, Key
from yiku_extractor.requests import Read, key_of, read_items, refuse_if_nothing_is_left, zone_of

_NOBODY = Scope(TenantId(""), UserId(""))


@dataclass(frozen=True)
class Told:
    """A request of the topic, read. `key` is the producer's, else made of all that the record says."""

    record: Record
    event: SourceEvent
    key: Key
    read: Read
    zone: tzinfo

    @property
    def scope(self) -> Scope:
        """The customer."""
        return self.event.scope

    @property
    def hashed(self) -> HashedKey:
        """As the key is kept."""
        return self.event.tenant_id, key_hash(self.event.tenant_id, self.key.key)

    def told_before(self, erased_at: datetime | None) -> bool:
        """Whether it was written before its customer was erased: then it must not bring them back."""
        return erased_at is not None and self.record.written_at is not None and self.record.written_at < erased_at

    def letter(self, reason: str, field: str = "") -> SourceLetter:
        """What is kept of it, or of its part `field`, where it cannot be used."""
        return SourceLetter(self.scope, self.hashed[1], reason, field, self.record.partition, self.record.offset)

    def failed(self, failure: Failure) -> SourceLetter:
        """An item that cannot be used, while the others can."""
        return self.letter(failure.detail, failure.field)


class Opener:
    """Reads and checks records; nothing of what they say goes into a letter."""

    def __init__(self, validator: RequestValidator, looks_like: LooksLike, clock: Callable[[], datetime]) -> None:
        self._validator = validator
        self._looks_like = looks_like
        self._clock = clock

    def open(self, record: Record) -> Told | SourceLetter:
        """Never raises."""
        try:
            event = source_from_record(record)
        except Rejected as error:
            digest = hashlib.sha256(record.value).digest()
            return SourceLetter(_NOBODY, digest, error.message, "", record.partition, record.offset)
        if not event.request.idempotency_key:
            event.request.idempotency_key = f"record-{hashlib.sha256(record.value).hexdigest()}"
        try:
            return self._read(record, event)
        except InvalidRequest as error:
            hashed = key_hash(event.tenant_id, event.request.idempotency_key)
            return SourceLetter(self._scope(event), hashed, error.message, "", record.partition, record.offset)

    def _read(self, record: Record, event: SourceEvent) -> Told:
        violations = self._validator.check(event.request)
        zone = zone_of(event.request.time_zone)
        read = read_items(event.request, violations, self._clock())
        refuse_if_nothing_is_left(read)
        key = key_of(METHOD, event.request)
        assert key is not None
        return Told(record, event, key, read, zone)

    def _scope(self, event: SourceEvent) -> Scope:
        """Of an id that gives somebody away only the tenant is kept."""
        user_id = event.request.user_id
        opaque = 0 < len(user_id) <= 128 and "\0" not in user_id and not self._looks_like(user_id)
        return Scope(event.tenant_id, UserId(user_id if opaque else ""))
