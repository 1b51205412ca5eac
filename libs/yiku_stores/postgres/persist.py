"""Everything a workspace changed, as rows of the transaction that holds the customer's lock."""

from yiku_domain.memory import Memory

from yiku_stores.postgres.asking import Asking
from yiku_stores.postgres.changes import Change, Workspace
from yiku_stores.postgres.commit import Commit, Tools
from yiku_stores.postgres.database import Connection, Cursor
from yiku_stores.postgres.drafting import memory_slot
from yiku_stores.postgres.loading import Loaded
from yiku_stores.postgres.log_chain import log_lines
from yiku_stores.postgres.queries import queries
from yiku_stores.postgres.questions import expire
from yiku_stores.postgres.rows import content_key, memory_to_params, scope_params
from yiku_stores.postgres.summary_withdrawal import let_go_of_summaries
from yiku_stores.postgres.write_rows import (
    answer_row,
    as_json,
    clarification_row,
    episode_row,
    event_of,
    outbox_row,
    review_rows,
    sealed_rows,
)

SQL = queries("write")


def workspace(loaded: Loaded, commit: Commit, tools: Tools) -> Workspace:
    """What was loaded, ready to be changed; questions that nobody answered in time are closed."""
    space = Workspace(
        commit.scope,
        commit.trace_id,
        commit.now,
        tools.policy(),
        {memory.memory_id: memory for memory in loaded.memories},
        Asking.of(loaded.asked),
    )
    expire(space)
    return space


async def persist(
    conn: Connection, tools: Tools, space: Workspace, loaded: Loaded, commit: Commit, answer: bytes | None = None
) -> Cursor | None:
    """Write all of it; the cursor gives the outbox rows' seqs, None where there are none.

    What is closed goes before what takes its place: at most one memory of a slot is active.
    """
    await let_go_of_summaries(conn, space)
    changed = list(space.changed())
    for memory, is_new in changed:
        if not is_new:
            await conn.execute(SQL["update_memory"], _row(memory, tools), prepare=True)
    await _put_sources(conn, tools, loaded, commit)
    await _put_questions(conn, space)
    lines, head = log_lines(space, loaded.head)
    if not lines and answer is None:
        return None
    rows = {
        **scope_params(space.scope),
        "memories": as_json([_row(memory, tools) for memory, is_new in changed if is_new]),
        "log": as_json(lines),
        "log_seq": head.seq,
        "log_hash": head.hash,
        "answers": as_json([] if answer is None else [answer_row(commit, answer)]),
        "outbox": as_json([_outbox_row(change, commit, tools) for change in space.changes]),
    }
    return await conn.execute(SQL["insert_all"], rows, prepare=True)


async def seqs(placed: Cursor | None) -> tuple[int, ...]:
    """The outbox rows that `persist` wrote."""
    return tuple(int(row["seq"]) for row in await placed.fetchall()) if placed else ()


async def _put_sources(conn: Connection, tools: Tools, loaded: Loaded, commit: Commit) -> None:
    if not (commit.episodes or commit.secrets):
        return
    sealed = sealed_rows(commit, tools.sealer, loaded.key) if loaded.key else []
    sources = {"episodes": as_json([episode_row(commit, e) for e in commit.episodes]), "secrets": as_json(sealed)}
    await conn.execute(SQL["insert_sources"], sources, prepare=True)


async def _put_questions(conn: Connection, space: Workspace) -> None:
    """Review items and clarifications, opened and closed; nothing for most writes."""
    if space.opened:
        await conn.execute(SQL["open_reviews"], {"items": as_json(review_rows(space))})
    if space.decided:
        decided = {**scope_params(space.scope), "ids": list(space.decided), "now": space.now}
        await conn.execute(SQL["leave_queue"], decided)
    asked = space.asking.changed()
    if asked:
        await conn.execute(SQL["put_clarifications"], {"rows": as_json([clarification_row(one) for one in asked])})


def _row(memory: Memory, tools: Tools) -> dict[str, object]:
    tokens, bigrams = tools.terms(memory.content)
    return {
        **memory_to_params(memory),
        "slot": memory_slot(memory),
        "content_key": content_key(memory.content),
        "tokens": tokens,
        "bigrams": bigrams,
    }


def _outbox_row(change: Change, commit: Commit, tools: Tools) -> dict[str, object]:
    event = event_of(change.memory)
    return outbox_row(event, tools.encode(event), tools.new_id(), commit.traceparent)
