"""The carrier between files, Kafka and Postgres: until all is settled, and again after a loss."""

from collections.abc import Iterator, Sequence

import pytest
from yiku.extractor.v1.extractor_pb2 import IngestResponse
from yiku.results import Dialogue, Turn
from yiku_cli.app import UsageProblem
from yiku_cli.conversations import BadLine
from yiku_cli.offline.carrying import Carrier, Patience
from yiku_cli.offline.reading import Chunk, Event
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope, TenantId
from yiku_stores.postgres.commit import Secret
from yiku_stores.postgres.told_sources import Settled, key_hash
from yiku_stream.record import Outgoing, Record
from yiku_stream.source_codec import source_from_record
from yiku_text.pii_tokens import token_key

ACME = TenantId("acme")
SOON = Patience(look_s=0.001, again_s=0.01, give_up_s=0.2)


class Kafka:
    """What was written to the topic; `deaf` publications arrive nowhere, `lost` ones are forgotten."""

    def __init__(self, deaf: int = 0, lost: int = 0) -> None:
        self.deaf = deaf
        self.lost = lost
        self.records: list[Outgoing] = []

    async def publish(self, records: Sequence[Outgoing]) -> list[bool]:
        if self.deaf:
            self.deaf -= 1
            return [False] * len(records)
        if self.lost:
            self.lost -= 1
        else:
            self.records += records
        return [True] * len(records)


class Postgres:
    """Takes from the topic when it is looked at, `a_look` records each time."""

    def __init__(self, kafka: Kafka, *, a_look: int = 3, refused: str = "", outages: int = 0) -> None:
        self.kafka = kafka
        self.a_look = a_look
        self.refused_text = refused
        self.outages = outages
        self.answers: dict[bytes, bytes] = {}
        self.refused: dict[bytes, str] = {}
        self.sealed: dict[Scope, list[Secret]] = {}
        self.texts: list[str] = []
        self.most_held = 0

    async def settled(self, hashes: Sequence[bytes]) -> Settled:
        if self.outages:
            self.outages -= 1
            raise Unavailable("Postgres is away")
        self.most_held = max(self.most_held, len(hashes))
        taken, self.kafka.records = self.kafka.records[: self.a_look], self.kafka.records[self.a_look :]
        for sent in taken:
            self._take(sent)
        mine = set(hashes)
        return Settled(
            {h: a for h, a in self.answers.items() if h in mine},
            {h: r for h, r in self.refused.items() if h in mine},
            {},
        )

    def _take(self, sent: Outgoing) -> None:
        event = source_from_record(Record(sent.partition, 0, sent.key, sent.value))
        hashed = key_hash(ACME, event.request.idempotency_key)
        text = event.request.items[0].dialogue.turns[0].text
        if text == self.refused_text:
            self.refused[hashed] = "for a reason"
        elif hashed not in self.answers:
            self.texts.append(text)
            self.answers[hashed] = IngestResponse(stored=2).SerializeToString()

    async def seal(self, secrets: dict[Scope, list[Secret]]) -> None:
        assert not self.kafka.records, "sealed before it is sent"
        self.sealed |= secrets


def chunk(number: int, *texts: str, bad: Sequence[BadLine] = ()) -> Chunk:
    events = tuple(
        Event(n, f"u_{number}_{n}", Dialogue((Turn("user", text),)), f"key {number} {n}", 1, turn=True)
        for n, text in enumerate(texts, start=1)
    )
    return Chunk("f.jsonl", len(texts) + len(bad), 100, events, tuple(bad))


def carrier(kafka: Kafka, postgres: Postgres, *, ahead: int = 2) -> Carrier:
    tokenise = token_key(b"k" * 32, ACME).token
    return Carrier(ACME, tokenise, postgres, kafka, "Asia/Shanghai", ahead=ahead, patience=SOON)


def chunks(count: int, each: int = 4) -> Iterator[Chunk]:
    return (chunk(n, *(f"第{n}批{i}" for i in range(each))) for n in range(count))


async def test_all_of_it_is_settled_and_counted() -> None:
    kafka = Kafka()
    postgres = Postgres(kafka)
    done = await carrier(kafka, postgres).carry(chunks(5), lambda bad: None)
    assert (done.lines, done.turns, done.read, done.stored, done.again, done.refused) == (20, 20, 500, 40, 0, 0)
    assert len(postgres.texts) == len(set(postgres.texts)) == 20
    assert postgres.most_held <= 4


async def test_a_second_run_sends_nothing() -> None:
    kafka = Kafka()
    postgres = Postgres(kafka)
    await carrier(kafka, postgres).carry(chunks(3), lambda bad: None)
    kafka.records, kafka.deaf = [], 99
    done = await carrier(kafka, postgres).carry(chunks(3), lambda bad: None)
    assert (done.lines, done.again, done.stored) == (12, 12, 0)


async def test_a_run_that_was_killed_goes_on_where_postgres_is() -> None:
    kafka = Kafka()
    postgres = Postgres(kafka)
    await carrier(kafka, postgres).carry(chunks(2), lambda bad: None)
    done = await carrier(kafka, postgres).carry(chunks(4), lambda bad: None)
    assert (done.lines, done.again, done.stored) == (16, 8, 16)
    assert len(postgres.texts) == len(set(postgres.texts)) == 16


async def test_what_the_broker_lost_is_sent_again() -> None:
    kafka = Kafka(lost=2)
    postgres = Postgres(kafka)
    done = await carrier(kafka, postgres).carry(chunks(2), lambda bad: None)
    assert done.lines == 8
    assert len(postgres.texts) == len(set(postgres.texts)) == 8


async def test_a_broker_and_a_database_that_are_away_are_waited_for() -> None:
    kafka = Kafka(deaf=3)
    done = await carrier(kafka, Postgres(kafka, outages=3)).carry(chunks(2), lambda bad: None)
    assert done.lines == 8


async def test_originals_are_sealed_before_tokens_are_sent() -> None:
    kafka = Kafka()
    postgres = Postgres(kafka)
    await carrier(kafka, postgres).carry(iter([chunk(0, "电话13800138000")]), lambda bad: None)
    ((scope, secrets),) = postgres.sealed.items()
    assert scope.user_id == "u_0_1"
    assert [s.original for s in secrets] == ["13800138000"]
    assert postgres.texts == [f"电话{secrets[0].token}"]


async def test_refused_lines_are_told_and_the_rest_goes_through() -> None:
    kafka = Kafka()
    postgres, told = Postgres(kafka, refused="坏"), list[BadLine]()
    bad = [BadLine("f.jsonl", 9, "not JSON")]
    done = await carrier(kafka, postgres).carry(iter([chunk(0, "一", "坏", "三", bad=bad)]), told.extend)
    assert [(line.number, line.problem) for line in told] == [(9, "not JSON"), (2, "for a reason")]
    assert (done.refused, done.turns, done.lines) == (2, 2, 4)


@pytest.mark.parametrize(("kafka", "why"), [(Kafka(), "extractor-sources"), (Kafka(deaf=10**6), "Kafka is away")])
async def test_it_gives_up_saying_why(kafka: Kafka, why: str) -> None:
    with pytest.raises(UsageProblem, match=why):
        await carrier(kafka, Postgres(kafka, a_look=0)).carry(chunks(2), lambda bad: None)
