"""Calls for those who run Yiku: strategies, decision records, administration."""

import json
from collections.abc import Mapping

from yiku import parsing, results
from yiku.admin.v1 import admin_pb2
from yiku.call import ADMIN_S, READ_S, REBUILD_S, WRITE_S, Call, Part
from yiku.results import Json
from yiku.strategy.v1 import strategy_pb2
from yiku.trace.v1 import trace_pb2


def get_strategy(scene: str, version: int = 0) -> Call[results.Strategy]:
    """A scene's strategy: the one in effect, or a version of it."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Get",
        strategy_pb2.GetRequest(scene=scene, version=version),
        strategy_pb2.GetResponse,
        lambda answer: parsing.strategy(answer.strategy),
        READ_S,
    )


def list_strategies() -> Call[tuple[results.Strategy, ...]]:
    """The strategy in effect for each scene."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/List",
        strategy_pb2.ListRequest(),
        strategy_pb2.ListResponse,
        lambda answer: tuple(parsing.strategy(s) for s in answer.strategies),
        READ_S,
    )


def put_strategy(scene: str, document: Mapping[str, Json]) -> Call[results.Strategy]:
    """Put a new version into effect, if it is valid."""
    text = json.dumps(document, ensure_ascii=False)
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Put",
        strategy_pb2.PutRequest(scene=scene, document=text),
        strategy_pb2.PutResponse,
        lambda answer: parsing.strategy(answer.strategy),
        WRITE_S,
        repeatable=False,
    )


def rollback_strategy(scene: str, to_version: int) -> Call[results.Strategy]:
    """Put an earlier version into effect again, as a new version."""
    return Call(
        Part.MEMORY,
        "/yiku.strategy.v1.StrategyService/Rollback",
        strategy_pb2.RollbackRequest(scene=scene, to_version=to_version),
        strategy_pb2.RollbackResponse,
        lambda answer: parsing.strategy(answer.strategy),
        WRITE_S,
        repeatable=False,
    )


def get_trace(trace_id: str) -> Call[results.Trace]:
    """The decision record of one ingest or recall."""
    return Call(
        Part.MEMORY,
        "/yiku.trace.v1.TraceService/Get",
        trace_pb2.GetRequest(trace_id=trace_id),
        trace_pb2.GetResponse,
        lambda answer: parsing.trace(answer.trace),
        READ_S,
    )


def list_traces(*, user_id: str = "", kind: str = "", limit: int = 0) -> Call[tuple[results.Trace, ...]]:
    """Decision records, newest first."""
    return Call(
        Part.MEMORY,
        "/yiku.trace.v1.TraceService/List",
        trace_pb2.ListRequest(user_id=user_id, kind=kind, limit=limit),
        trace_pb2.ListResponse,
        lambda answer: tuple(parsing.trace(t) for t in answer.traces),
        READ_S,
    )


def check(store: str = "") -> Call[results.Check]:
    """Compare the indexes with Postgres: "milvus", "graph", "cache", or all."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Check",
        admin_pb2.CheckRequest(store=store),
        admin_pb2.CheckResponse,
        parsing.check,
        ADMIN_S,
    )


def repair(store: str = "") -> Call[int]:
    """Send again whatever differs; how many events that is."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Repair",
        admin_pb2.RepairRequest(store=store),
        admin_pb2.RepairResponse,
        lambda answer: int(answer.resent),
        ADMIN_S,
        repeatable=False,
    )


def rebuild(store: str) -> Call[int]:
    """Empty an index and fill it from Postgres; how many events were sent."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Rebuild",
        admin_pb2.RebuildRequest(store=store),
        admin_pb2.RebuildResponse,
        lambda answer: int(answer.resent),
        REBUILD_S,
        repeatable=False,
    )


def lag() -> Call[results.Lag]:
    """How far each sink is behind."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/Lag",
        admin_pb2.LagRequest(),
        admin_pb2.LagResponse,
        parsing.lag,
        READ_S,
    )


def list_dead_letters(limit: int = 100) -> Call[tuple[results.DeadLetter, ...]]:
    """Events that a sink refused, newest first."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/ListDeadLetters",
        admin_pb2.ListDeadLettersRequest(limit=limit),
        admin_pb2.ListDeadLettersResponse,
        parsing.dead_letters,
        READ_S,
    )


def redrive_dead_letters(sink: str = "") -> Call[int]:
    """Send refused events again; how many."""
    return Call(
        Part.MEMORY,
        "/yiku.admin.v1.AdminService/RedriveDeadLetters",
        admin_pb2.RedriveDeadLettersRequest(sink=sink),
        admin_pb2.RedriveDeadLettersResponse,
        lambda answer: int(answer.resent),
        ADMIN_S,
        repeatable=False,
    )
