"""The use case of both methods: mask, extract, commit, record the decisions, wait if asked to."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol
from uuid import UUID

from yiku_domain.habits import Deed
from yiku_domain.ids import EpisodeId, Scope
from yiku_domain.memory import Draft, JsonValue, Source
from yiku_domain.trace import DecisionRecord, Stage, TraceKind
from yiku_stores.postgres.changes import Outcome, Written
from yiku_stores.postgres.commit import Commit, Committed, Episode, IdempotencyKey, Secret
from yiku_stores.postgres.delivery import DeliveryWatch
from yiku_stores.postgres.told_sources import key_hash
from yiku_stores.postgres.writer import MemoryWriter
from yiku_text.masking import Found, mask_json
from yiku_text.vault import Vault

from yiku_extractor.command import (
    Answer,
    Failure,
    IngestCommand,
    Key,
    Place,
    RememberCommand,
    Result,
    StatedDraft,
    WriteOptions,
)
from yiku_extractor.pipeline.extraction import Dropped, Extraction, Reason
from yiku_extractor.pipeline.pipeline import Pipeline
from yiku_extractor.pipeline.segments import Context, DialogueSegment, Segment

DROPPED = "dropped"
FAILED = "failed"
KEEPS = frozenset({Outcome.STORED, Outcome.MERGED, Outcome.SUPERSEDED})

Respond = Callable[[Answer], bytes]
"""The answer as it is remembered under the idempotency key."""


class DecisionSink(Protocol):
    """Keeps decision records off the request's path; never raises."""

    def offer(self, make: Callable[[], DecisionRecord]) -> None:
        """Queue one record; `make` builds it later."""
        ...


@dataclass
class _Prepared:
    """What a request comes to before it is committed, gathered item by item.

    `places` names each draft's place, `deed_places` each deed's.
    """

    drafts: list[Draft] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    episodes: list[Episode] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    deed_places: list[Place] = field(default_factory=list)

    def add(self, segment: Segment, extraction: Extraction) -> None:
        """What one segment gave."""
        place = Place(segment.item, segment.turn)
        self.drafts += extraction.drafts
        self.places += [place for _ in extraction.drafts]
        self.deeds += extraction.deeds
        self.deed_places += [place for _ in extraction.deeds]
        self.episodes += _episodes(segment, extraction)
        self.secrets += _secrets(extraction.found)
        self.sources.append(segment.source)
        self.dropped += extraction.dropped
        self.stages += extraction.stages


class Writes:
    """Ingest and Remember."""

    def __init__(
        self,
        pipeline: Pipeline,
        vault: Vault,
        writer: MemoryWriter,
        delivery: DeliveryWatch,
        decisions: DecisionSink,
        new_id: Callable[[], UUID],
    ) -> None:
        self._pipeline = pipeline
        self._vault = vault
        self._writer = writer
        self._delivery = delivery
        self._decisions = decisions
        self._new_id = new_id

    async def ingest(self, command: IngestCommand, respond: Respond) -> Answer:
        """Extract memories from the segments and commit them in one transaction."""
        prepared = await self._extract(command.scope, command.segments, command.options)
        return await self._write(command.scope, prepared, command.failures, command.options, respond)

    async def remember(self, command: RememberCommand, respond: Respond) -> Answer:
        """Commit what the caller states, masked."""
        prepared = self._state(command.scope, command.statements)
        return await self._write(command.scope, prepared, command.failures, command.options, respond)

    async def _extract(self, scope: Scope, segments: Sequence[Segment], options: WriteOptions) -> _Prepared:
        context = Context(self._vault.tokenise(scope.tenant_id), tenant=scope.tenant_id, zone=options.zone)
        prepared = _Prepared()
        for raw in segments:
            segment = replace(raw, source=self._with_episode(scope, raw.source))
            prepared.add(segment, await self._pipeline.extract(segment, context))
        return prepared

    def _with_episode(self, scope: Scope, source: Source) -> Source:
        ref = self._vault.mask(scope.tenant_id, source.ref).text
        return replace(source, ref=ref, episode_id=str(self._new_id()))

    def _state(self, scope: Scope, statements: Sequence[StatedDraft]) -> _Prepared:
        prepared = _Prepared()
        for statement in statements:
            draft, found = self._masked(scope, statement.draft)
            prepared.drafts.append(draft)
            prepared.places.append(statement.place)
            prepared.secrets += _secrets(found)
        return prepared

    def _masked(self, scope: Scope, draft: Draft) -> tuple[Draft, list[Found]]:
        """The draft with every string that a caller may have put personal data into masked."""
        tokenise = self._vault.tokenise(scope.tenant_id)
        found: list[Found] = []

        def clean(text: str) -> str:
            masked = self._vault.mask(scope.tenant_id, text)
            found.extend(masked.found)
            return masked.text

        value, in_value = mask_json(draft.value, tokenise)
        found.extend(in_value)
        masked = replace(
            draft,
            content=clean(draft.content),
            value=_as_object(value),
            entities=tuple(replace(e, name=clean(e.name)) for e in draft.entities),
            relations=tuple(replace(r, object=clean(r.object)) for r in draft.relations),
            source=replace(draft.source, ref=clean(draft.source.ref)),
        )
        return masked, found

    async def _write(
        self,
        scope: Scope,
        prepared: _Prepared,
        failures: Sequence[Failure],
        options: WriteOptions,
        respond: Respond,
    ) -> Answer:
        began = time.perf_counter()

        def remembered(committed: Committed) -> bytes:
            return respond(_answer(prepared, committed, failures))

        committed = await self._writer.commit(_commit(scope, prepared, options), remembered)
        if committed.replayed is not None:
            return Answer(replay=committed.replayed)
        answer = _answer(prepared, committed, failures)
        stage = Stage("commit", _millis(began), {"outbox": len(committed.outbox)})
        self._decisions.offer(lambda: _record(scope, prepared, answer, options, stage))
        if options.wait_s > 0 and not options.dry_run:
            indexed = await self._delivery.wait(scope.tenant_id, committed.outbox, options.wait_s)
            answer = replace(answer, indexed=indexed)
        return answer


def _episodes(segment: Segment, extraction: Extraction) -> list[Episode]:
    """The masked segment, kept where it was worth reading: empty ones are not."""
    if not extraction.text.strip():
        return []
    role = segment.role if isinstance(segment, DialogueSegment) else "user"
    source = segment.source
    return [Episode(EpisodeId(UUID(source.episode_id)), source.kind, source.ref, role, extraction.text, segment.at)]


def _secrets(found: Sequence[Found]) -> list[Secret]:
    return [Secret(f.token, f.type.value, f.normalised) for f in found]


def _commit(scope: Scope, prepared: _Prepared, options: WriteOptions) -> Commit:
    return Commit(
        scope=scope,
        drafts=prepared.drafts,
        now=options.now,
        trace_id=options.trace_id,
        traceparent=options.traceparent,
        episodes=prepared.episodes,
        secrets=prepared.secrets,
        sources=prepared.sources,
        idempotency=_idempotency(scope, options.key),
        dry_run=options.dry_run,
        deeds=prepared.deeds,
    )


def _idempotency(scope: Scope, key: Key | None) -> IdempotencyKey | None:
    """Only a hash of the caller's key is stored: a key may hold anything."""
    if key is None:
        return None
    return IdempotencyKey(key.method, key_hash(scope.tenant_id, key.key), key.request_hash)


def _answer(prepared: _Prepared, committed: Committed, failures: Sequence[Failure]) -> Answer:
    """Every draft, drop and failure, in the order of the request."""
    habits = [_written(prepared.deed_places[known.deed], known.written) for known in committed.learnt]
    enough = {habit.place for habit in habits}
    results = [
        *(_written(p, w) for p, w in zip(prepared.places, committed.written, strict=True)),
        *habits,
        *(_dropped(d) for d in prepared.dropped if not _is_enough(d, enough)),
        *(_failed(f) for f in failures),
    ]
    results.sort(key=lambda r: (r.place.item, r.place.turn))
    written = (*committed.written, *(known.written for known in committed.learnt))
    stored = sum(1 for w in written if w.outcome in KEEPS and w.outcome is not Outcome.MERGED)
    return Answer(tuple(results), stored=stored)


def _written(place: Place, written: Written) -> Result:
    memory = written.memory
    return Result(
        place,
        written.outcome.value,
        written.reason,
        _DETAILS.get(written.reason, ""),
        memory.memory_id,
        written.replaced,
        memory.content,
        memory.kind.value,
        memory.attribute or "",
        asked=written.question,
    )


def _is_enough(dropped: Dropped, enough: set[Place]) -> bool:
    """The deed was the one that was lacking: its habit is the answer."""
    return dropped.reason is Reason.NEEDS_MORE_EVIDENCE and Place(dropped.item, dropped.turn) in enough


_DETAILS: Mapping[str, str] = {
    "habit": "done often enough to be taken for a habit",
    "repeat": "the same is known already; its evidence grew",
    "earlier_than_known": "what is known is newer; this went into its history",
    "low_confidence": "not sure enough; a person decides",
    "unsure_without_llm": "the student is unsure and no language model is configured; a person decides",
    "about_others": "perhaps somebody else's, told right after somebody else; a person decides",
    "llm_undecided": "neither the student nor the language model could decide; a person does",
    "contradicts_explicit": "the customer said otherwise; they are asked",
}


def _dropped(dropped: Dropped) -> Result:
    return Result(Place(dropped.item, dropped.turn), DROPPED, dropped.reason.value, dropped.detail)


def _failed(failure: Failure) -> Result:
    return Result(Place(failure.item, failure.turn), FAILED, "invalid", failure.detail, field=failure.field)


def _record(scope: Scope, prepared: _Prepared, answer: Answer, options: WriteOptions, commit: Stage) -> DecisionRecord:
    outcomes: dict[str, JsonValue] = {}
    for result in answer.results:
        count = outcomes.get(result.outcome, 0)
        outcomes[result.outcome] = (count if isinstance(count, int) else 0) + 1
    return DecisionRecord(
        options.trace_id,
        TraceKind.INGEST,
        scope,
        options.now,
        {"dry_run": options.dry_run, "segments": len(prepared.sources), **outcomes},
        (*prepared.stages, commit),
        tuple(_item(r) for r in answer.results),
    )


def _item(result: Result) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {
        "item": result.place.item,
        "turn": result.place.turn,
        "outcome": result.outcome,
        "reason": result.reason,
        "memory_id": str(result.memory_id or ""),
        "superseded": [str(i) for i in result.superseded],
        "content": result.content,
        "kind": result.kind,
        "attribute": result.attribute,
        "field": result.field,
        "clarification": str(result.asked.clarification_id) if result.asked else "",
    }
    return {name: value for name, value in fields.items() if value not in ("", [])}


def _as_object(value: object) -> dict[str, JsonValue]:
    assert isinstance(value, dict)
    return value


def _millis(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)
