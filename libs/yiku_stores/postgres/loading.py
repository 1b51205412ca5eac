"""What a write reads under the customer's lock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from yiku_domain.clarification import Clarification
from yiku_domain.errors import Conflict
from yiku_domain.ids import EpisodeId, Scope
from yiku_domain.memory import Draft, Memory
from yiku_domain.resolution import draft_slot

from yiku_stores.postgres.changes import REPLACEABLE
from yiku_stores.postgres.clarifications import clarification_from_json
from yiku_stores.postgres.commit import Commit, IdempotencyKey, Sealer
from yiku_stores.postgres.database import Connection, Cursor
from yiku_stores.postgres.log_chain import Head
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.rows import content_key, memory_from_row, scope_params

SQL = queries("write")


@dataclass(frozen=True)
class Loaded:
    """What the transaction read under the customer's lock. `key` is (master id, wrapped key)."""

    head: Head
    memories: Sequence[Memory] = ()
    asked: Sequence[Clarification] = ()
    told_before: Sequence[Memory] = ()
    episode_ids: Mapping[tuple[str, str, bytes], EpisodeId] = field(default_factory=dict)
    answer: bytes | None = None
    key: tuple[str, bytes] | None = None


async def load(conn: Connection, commit: Commit, sealer: Sealer) -> Loaded:
    """Lock the customer, then read the remembered answer, the neighbours and open questions, in one round trip.

    What a question is about comes with it. `conn` sends statements together. Where the commit has
    secrets, the customer's key is made if there is none.
    """
    scope = scope_params(commit.scope)
    lock = await conn.execute(SQL["lock_user"], {**scope, "bucket": commit.scope.bucket}, prepare=True)
    answer = await _find_answer(conn, commit)
    near = await conn.execute(SQL["neighbours"], _neighbourhood(commit), prepare=True)
    episodes = (
        await conn.execute(SQL["known_episodes"], _episode_keys(commit), prepare=True) if commit.episodes else None
    )
    key = await _ask_key(conn, commit, sealer) if commit.secrets else None
    head = await lock.fetchone()
    assert head is not None
    rows = await near.fetchall()
    known = {row["memory_id"]: memory_from_row(row) for row in rows}
    seen = await episodes.fetchall() if episodes else []
    return Loaded(
        Head(head["log_seq"], bytes(head["log_hash"])),
        list(known.values()),
        clarifications_among(rows),
        [known[row["memory_id"]] for row in rows if row["same_source"]],
        {(e["source_kind"], e["source_ref"], bytes(e["content_key"])): EpisodeId(e["episode_id"]) for e in seen},
        _answer(await answer.fetchone(), commit.idempotency) if answer and commit.idempotency else None,
        await _key(key) if key else None,
    )


async def _find_answer(conn: Connection, commit: Commit) -> Cursor | None:
    key = commit.idempotency
    if key is None:
        return None
    params = {**scope_params(commit.scope), "method": key.method, "key_hash": key.key_hash}
    return await conn.execute(SQL["find_answer"], params, prepare=True)


async def _key(asked: Cursor) -> tuple[str, bytes]:
    row = await asked.fetchone()
    assert row is not None
    return row["master_id"], bytes(row["wrapped_key"])


async def _ask_key(conn: Connection, commit: Commit, sealer: Sealer) -> Cursor:
    scope = scope_params(commit.scope)
    master_id, wrapped = sealer.new_key(commit.scope)
    await conn.execute(SQL["new_vault_key"], {**scope, "master_id": master_id, "wrapped_key": wrapped})
    return await conn.execute(SQL["vault_key"], scope)


def _neighbourhood(commit: Commit) -> dict[str, object]:
    replaceable = [s for s in commit.sources if s.kind in REPLACEABLE and s.ref]
    return {
        **scope_params(commit.scope),
        "content_keys": [content_key(d.content) for d in commit.drafts],
        "slots": [s for s in map(draft_slot, commit.drafts) if s],
        "source_kinds": [s.kind.value for s in replaceable],
        "source_refs": [s.ref for s in replaceable],
    }


def clarifications_among(rows: Sequence[Mapping[str, Any]]) -> list[Clarification]:
    """Each open question once; both its memories' rows carry it."""
    found = (clarification_from_json(row["asked"]) for row in rows if row["asked"])
    return list({asked.clarification_id: asked for asked in found}.values())


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
