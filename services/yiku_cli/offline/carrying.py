"""Carries chunks through Kafka until Postgres has them."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from yiku.extractor.v1.extractor_pb2 import IngestResponse
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope, TenantId, UserId
from yiku_stores.postgres.commit import Secret
from yiku_stores.postgres.told_sources import Settled, key_hash
from yiku_stream.record import Outgoing
from yiku_stream.source_codec import SourceEvent, source_to_record
from yiku_text.masking import Tokenise

from yiku_cli.app import UsageProblem
from yiku_cli.conversations import BadLine
from yiku_cli.offline.masking import mask_request
from yiku_cli.offline.packing import Pack, packs
from yiku_cli.offline.reading import Chunk

T = TypeVar("T")


class Producer(Protocol):
    """Kafka: an `OrderedProducer`."""

    async def publish(self, records: Sequence[Outgoing]) -> list[bool]:
        """Whether the broker has each record; within a partition only a prefix is ever True."""
        ...


class Register(Protocol):
    """Postgres: a `TenantSources`."""

    async def settled(self, hashes: Sequence[bytes]) -> Settled:
        """What became of these sources."""
        ...

    async def seal(self, secrets: dict[Scope, list[Secret]]) -> None:
        """Keep originals in the vault."""
        ...


@dataclass
class Carried:
    """What has been done so far. `stored` counts new memories, `again` packs that Postgres had before."""

    lines: int = 0
    turns: int = 0
    read: int = 0
    stored: int = 0
    again: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Patience:
    """How long to wait: between looks, until records that nobody takes are sent again, and in all."""

    look_s: float = 0.2
    again_s: float = 20.0
    give_up_s: float = 180.0


@dataclass
class _Flight:
    """A chunk on its way: the packs that Postgres does not have yet, by hashed key, and their records."""

    chunk: Chunk
    packs: dict[bytes, Pack]
    records: dict[bytes, Outgoing] = field(default_factory=dict)


class Carrier:
    """Masks, seals, publishes, and waits for the commit; a chunk counts once all of it is settled.

    Killed at any moment and run again, it sends what Postgres lacks: nothing is lost or stored twice. At
    most `ahead` chunks are held.
    """

    def __init__(
        self,
        tenant_id: TenantId,
        tokenise: Tokenise,
        register: Register,
        producer: Producer,
        zone: str,
        *,
        ahead: int = 3,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tenant_id = tenant_id
        self._tokenise = tokenise
        self._register = register
        self._producer = producer
        self._zone = zone
        self._ahead = ahead
        self._patience = patience or Patience()
        self._clock = clock
        self._moved_at = self._sent_at = clock()
        self.done = Carried()

    async def carry(self, chunks: Iterator[Chunk], told: Callable[[list[BadLine]], None]) -> Carried:
        """Until all chunks are settled; `told` hears after every step which lines were refused."""
        flights: deque[_Flight] = deque()
        more = True
        while more or flights:
            while more and len(flights) < self._ahead:
                chunk = next(chunks, None)
                more = chunk is not None
                if chunk is not None:
                    flights.append(await self._depart(chunk))
                    told(list(chunk.bad))
                    self.done.refused += len(chunk.bad)
            if flights:
                await self._land(flights, told)
        return self.done

    async def _depart(self, chunk: Chunk) -> _Flight:
        """Send what Postgres does not have."""
        flight = _Flight(chunk, {key_hash(self._tenant_id, p.key): p for p in packs(chunk.events)})
        before = await self._settled(flight)
        for hashed in before.answers.keys() & flight.packs.keys():
            self._count(flight.packs.pop(hashed))
            self.done.again += 1
        secrets: dict[Scope, list[Secret]] = {}
        for hashed, pack in flight.packs.items():
            request = pack.request(self._zone)
            found = mask_request(request, self._tokenise)
            if found:
                secrets.setdefault(Scope(self._tenant_id, UserId(pack.user_id)), []).extend(found)
            flight.records[hashed] = source_to_record(SourceEvent(self._tenant_id, request))
        if secrets:
            await self._patiently(lambda: self._register.seal(secrets))
        await self._publish(list(flight.records.values()))
        return flight

    async def _land(self, flights: deque[_Flight], told: Callable[[list[BadLine]], None]) -> None:
        """Look what has become of the oldest chunk, and let it go once all is settled."""
        flight = flights[0]
        settled = await self._settled(flight)
        told(self._settle(flight, settled))
        if not flight.packs:
            flights.popleft()
            self.done.lines += flight.chunk.lines
            self.done.read += flight.chunk.read
            self._moved_at = self._clock()
            told([])
        elif settled.answers or settled.refused:
            self._moved_at = self._clock()
        else:
            await self._wait(list(flights))

    def _settle(self, flight: _Flight, settled: Settled) -> list[BadLine]:
        bad: list[BadLine] = []
        for hashed in (settled.answers.keys() | settled.refused.keys()) & flight.packs.keys():
            pack = flight.packs.pop(hashed)
            del flight.records[hashed]
            reasons = [*settled.parts.get(hashed, ())]
            if hashed in settled.answers:
                self._count(pack)
                self.done.stored += IngestResponse.FromString(settled.answers[hashed]).stored
            else:
                reasons.append(settled.refused[hashed])
            bad += [BadLine(flight.chunk.file, pack.numbers[0], _of_lines(pack, reason)) for reason in reasons]
        self.done.refused += len(bad)
        return bad

    async def _wait(self, flights: Sequence[_Flight]) -> None:
        """Nobody took anything: wait, and after a while send again, as a broker may have lost what it had."""
        idle = self._clock() - self._moved_at
        if idle > self._patience.give_up_s:
            raise UsageProblem(
                f"nothing was taken from the topic for {idle:.0f} s: does `yiku run extractor-sources` run? "
                "Run this command again to go on where it stopped"
            )
        await asyncio.sleep(self._patience.look_s)
        if self._clock() - max(self._moved_at, self._sent_at) > self._patience.again_s:
            await self._publish([record for flight in flights for record in flight.records.values()])

    async def _settled(self, flight: _Flight) -> Settled:
        return await self._patiently(lambda: self._register.settled(list(flight.packs)))

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Postgres may be away for a while."""
        since = self._clock()
        while True:
            try:
                return await ask()
            except Unavailable:
                if self._clock() - since > self._patience.give_up_s:
                    raise
                await asyncio.sleep(self._patience.look_s)

    async def _publish(self, records: Sequence[Outgoing]) -> None:
        """Until the broker has all of them."""
        left, since = list(records), self._clock()
        while left:
            delivered = await self._producer.publish(left)
            left = [record for record, there in zip(left, delivered, strict=True) if not there]
            if left and self._clock() - since > self._patience.give_up_s:
                raise UsageProblem("Kafka is away; run this command again to go on where it stopped")
            if left:
                await asyncio.sleep(self._patience.look_s)
        self._sent_at = self._clock()

    def _count(self, pack: Pack) -> None:
        self.done.turns += pack.turns


def _of_lines(pack: Pack, reason: str) -> str:
    many = f" (of lines {pack.numbers[0]} to {pack.numbers[-1]})" if len(pack.numbers) > 1 else ""
    return f"{reason}{many}"
