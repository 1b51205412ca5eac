"""What a write reads under the customer's lock."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from yiku_domain.errors import Conflict
from yiku_domain.ids import EpisodeId, Scope
from yiku_domain.memory import Draft, Memory
from yiku_domain.resolution import draft_slot

from yiku_stores.postgres.changes import REPLACEABLE
from yiku_stores.postgres.commit import Commit, IdempotencyKey
from yiku_stores.postgres.database import Connection
from yiku_stores.postgres.log_chain import Head
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import content_key, memory_from_row, scope_params

SQL = queries("write")


@dataclass(frozen=True)
class Loaded:
    """What the transaction read under the customer's lock."""

    head: Head
    memories: list[Memory]
    told_before: list[Memory]
    episode_ids: dict[tuple[str, str, bytes], EpisodeId]
    answer: bytes | None = None


async def load(conn: Connection, commit: Commit) -> Loaded:
    """Lock the customer, then read the remembered answer and the neighbours, in one round trip."""
    scope = scope_params(commit.scope)
    replaceable = [s for s in commit.sources if s.kind in REPLACEABLE and s.ref]
    key = commit.idempotency
    async with conn.pipeline():
        lock = await conn.execute(SQL["lock_user"], {**scope, "bucket": commit.scope.bucket}, prepare=True)
        answer = (
            await conn.execute(
                SQL["find_answer"],
                {**scope, "method": key.method, "key_hash": key.key_hash},
                prepare=True,
            )
            if key
            else None
        )
        near = await conn.execute(
            SQL["neighbours"],
            {
                **scope,
                "content_keys": [content_key(d.content) for d in commit.drafts],
                "slots": [s for s in map(draft_slot, commit.drafts) if s],
                "source_kinds": [s.kind.value for s in replaceable],
                "source_refs": [s.ref for s in replaceable],
            },
            prepare=True,
        )
        episodes = await conn.execute(SQL["known_episodes"], _episode_keys(commit)) if commit.episodes else None
    head = await lock.fetchone()
    assert head is not None
    known_answer = _answer(await answer.fetchone(), key) if answer and key else None
    rows = await near.fetchall()
    known = {row["memory_id"]: memory_from_row(row) for row in rows}
    told = [known[row["memory_id"]] for row in rows if row["same_source"]]
    seen = await episodes.fetchall() if episodes else []
    return Loaded(
        Head(head["log_seq"], bytes(head["log_hash"])),
        list(known.values()),
        told,
        {(e["source_kind"], e["source_ref"], bytes(e["content_key"])): EpisodeId(e["episode_id"]) for e in seen},
        known_answer,
    )


async def lock_user(conn: Connection, scope: Scope) -> Head:
    cursor = await conn.execute(SQL["lock_user"], {**scope_params(scope), "bucket": scope.bucket})
    row = await cursor.fetchone()
    assert row is not None
    return Head(row["log_seq"], bytes(row["log_hash"]))


def _answer(row: Mapping[str, Any] | None, key: IdempotencyKey) -> bytes | None:
    if row is None:
        return None
    if bytes(row["request_hash"]) != key.request_hash:
        raise Conflict("idempotency_key: this key was used for a request with other content")
    return bytes(row["response"])


def _episode_keys(commit: Commit) -> dict[str, object]:
    return {
        **scope_params(commit.scope),
        "kinds": [e.source_kind.value for e in commit.episodes],
        "refs": [e.ref for e in commit.episodes],
        "keys": [content_key(e.content) for e in commit.episodes],
    }


def with_known_episodes(commit: Commit, known: Mapping[tuple[str, str, bytes], EpisodeId]) -> Commit:
    """Point drafts and episodes told before, under the same ref, at the episode that is stored."""
    if not known:
        return commit
    new_ids = {
        str(e.episode_id): known.get((e.source_kind.value, e.ref, content_key(e.content)))
        for e in commit.episodes
        if e.ref
    }
    return replace(
        commit,
        drafts=[_moved(d, new_ids.get(d.source.episode_id)) for d in commit.drafts],
        episodes=[e for e in commit.episodes if new_ids.get(str(e.episode_id)) is None],
    )


def _moved(draft: Draft, episode_id: EpisodeId | None) -> Draft:
    if episode_id is None:
        return draft
    return replace(draft, source=replace(draft.source, episode_id=str(episode_id)))
