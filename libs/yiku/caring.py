"""Calls about stored memories and running conversations: recall, look, correct, retract, erase."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from yiku import messages, parsing, results
from yiku.call import INGEST_S, READ_S, WRITE_S, Call, Part
from yiku.memory.v1 import memory_pb2
from yiku.recall.v1 import recall_pb2
from yiku.results import Json
from yiku.session.v1 import session_pb2


def recall(
    user_id: str,
    query: str = "",
    *,
    scene: str = "",
    turns: Iterable[results.Turn] = (),
    now: datetime | None = None,
    time_zone: str = "",
    time_range: results.TimeRange | None = None,
    as_of: datetime | None = None,
    kinds: Iterable[str] = (),
    top_k: int = 0,
    token_budget: int = 0,
    explain: bool = False,
) -> Call[results.Recall]:
    """The memories that matter for the next reply, and a block of text for its prompt.

    Zero and empty take what the scene's strategy says. `explain` adds the plan, and per memory its
    rank and score by path.
    """
    request = recall_pb2.RecallRequest(
        user_id=user_id,
        query=query,
        turns=messages.turns(turns),
        scene=scene,
        now=messages.timestamp(now, "now"),
        time_zone=time_zone,
        time_range=messages.time_range(time_range),
        as_of=messages.timestamp(as_of, "as_of"),
        kinds=list(kinds),
        top_k=top_k,
        token_budget=token_budget,
        explain=explain,
    )
    return Call(
        Part.RECALL,
        "/yiku.recall.v1.RecallService/Recall",
        request,
        recall_pb2.RecallResponse,
        parsing.recall,
        READ_S,
    )


def get(user_id: str, memory_id: str) -> Call[results.Memory]:
    """One memory, whatever its status."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Get",
        memory_pb2.GetRequest(user_id=user_id, memory_id=memory_id),
        memory_pb2.GetResponse,
        lambda answer: parsing.memory(answer.memory),
        READ_S,
    )


def list_memories(
    user_id: str,
    *,
    statuses: Iterable[str] = (),
    kinds: Iterable[str] = (),
    attribute: str = "",
    page_size: int = 0,
    page_token: str = "",
) -> Call[results.Page]:
    """A page of a customer's memories, newest first; active ones unless statuses are given."""
    request = memory_pb2.ListRequest(
        user_id=user_id,
        statuses=list(statuses),
        kinds=list(kinds),
        attribute=attribute,
        page_size=page_size,
        page_token=page_token,
    )
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/List",
        request,
        memory_pb2.ListResponse,
        parsing.page,
        READ_S,
    )


def history(user_id: str, *, memory_id: str = "", attribute: str = "") -> Call[tuple[results.Change, ...]]:
    """Every version that a memory, or a slot such as home_address, has had; oldest first."""
    request = memory_pb2.HistoryRequest(user_id=user_id)
    if memory_id:
        request.memory_id = memory_id
    elif attribute:
        request.attribute = attribute
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/History",
        request,
        memory_pb2.HistoryResponse,
        parsing.history,
        READ_S,
    )


def correct(
    user_id: str,
    memory_id: str,
    content: str,
    *,
    value: Mapping[str, Json] | None = None,
    expected_version: int = 0,
) -> Call[results.Memory]:
    """Replace what a memory says; with `expected_version`, only if it is still at that version."""
    request = memory_pb2.CorrectRequest(
        user_id=user_id,
        memory_id=memory_id,
        content=content,
        value=messages.struct(value),
        expected_version=expected_version,
    )
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Correct",
        request,
        memory_pb2.CorrectResponse,
        lambda answer: parsing.memory(answer.memory),
        WRITE_S,
        repeatable=expected_version == 0,
    )


def retract(user_id: str, memory_id: str, *, reason: str = "") -> Call[results.Memory]:
    """Say that a memory is no longer true; it is never recalled again."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Retract",
        memory_pb2.RetractRequest(user_id=user_id, memory_id=memory_id, reason=reason),
        memory_pb2.RetractResponse,
        lambda answer: parsing.memory(answer.memory),
        WRITE_S,
    )


def erase(user_id: str) -> Call[results.Receipt]:
    """Remove a customer from every store; the receipt lists what went."""
    return Call(
        Part.MEMORY,
        "/yiku.memory.v1.MemoryService/Erase",
        memory_pb2.EraseRequest(user_id=user_id),
        memory_pb2.EraseResponse,
        parsing.receipt,
        INGEST_S,
        repeatable=False,
    )


def append_turns(user_id: str, session_id: str, turns: Iterable[results.Turn]) -> Call[int]:
    """Keep turns of a running conversation; how many are kept now."""
    request = session_pb2.AppendTurnsRequest(user_id=user_id, session_id=session_id, turns=messages.turns(turns))
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/AppendTurns",
        request,
        session_pb2.AppendTurnsResponse,
        lambda answer: int(answer.kept),
        READ_S,
        repeatable=False,
    )


def get_context(user_id: str, session_id: str = "", *, last_n: int = 0) -> Call[results.Context]:
    """The kept turns of a session, or of the customer's latest one."""
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/GetContext",
        session_pb2.GetContextRequest(user_id=user_id, session_id=session_id, last_n=last_n),
        session_pb2.GetContextResponse,
        parsing.context,
        READ_S,
    )


def end_session(user_id: str, session_id: str) -> Call[bool]:
    """Forget a session's turns; whether there was such a session."""
    return Call(
        Part.MEMORY,
        "/yiku.session.v1.SessionService/End",
        session_pb2.EndRequest(user_id=user_id, session_id=session_id),
        session_pb2.EndResponse,
        lambda answer: bool(answer.ended),
        READ_S,
    )
