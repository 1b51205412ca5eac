"""Which scope each method needs."""

from typing import Final

SCOPES: Final[tuple[tuple[str, str], ...]] = (
    ("/yiku.extractor.v1.ExtractorService/Ingest", "memory:write"),
    ("/yiku.extractor.v1.ExtractorService/Remember", "memory:write"),
    ("/yiku.recall.v1.RecallService/Recall", "recall"),
    ("/yiku.memory.v1.MemoryService/Get", "memory:read"),
    ("/yiku.memory.v1.MemoryService/List", "memory:read"),
    ("/yiku.memory.v1.MemoryService/History", "memory:read"),
    ("/yiku.memory.v1.MemoryService/Correct", "memory:write"),
    ("/yiku.memory.v1.MemoryService/Retract", "memory:write"),
    ("/yiku.memory.v1.MemoryService/Erase", "erase"),
    ("/yiku.review.v1.ReviewService/List", "review"),
    ("/yiku.review.v1.ReviewService/Resolve", "review"),
    ("/yiku.review.v1.ReviewService/ListClarifications", "review"),
    ("/yiku.review.v1.ReviewService/ResolveClarification", "review"),
    ("/yiku.session.v1.SessionService/AppendTurns", "session"),
    ("/yiku.session.v1.SessionService/GetContext", "session"),
    ("/yiku.session.v1.SessionService/End", "session"),
    ("/yiku.strategy.v1.StrategyService/Get", "strategy:read"),
    ("/yiku.strategy.v1.StrategyService/List", "strategy:read"),
    ("/yiku.strategy.v1.StrategyService/Put", "strategy:write"),
    ("/yiku.strategy.v1.StrategyService/Rollback", "strategy:write"),
    ("/yiku.trace.v1.TraceService/Get", "trace:read"),
    ("/yiku.trace.v1.TraceService/List", "trace:read"),
    ("/yiku.admin.v1.AdminService/Check", "admin"),
    ("/yiku.admin.v1.AdminService/Repair", "admin"),
    ("/yiku.admin.v1.AdminService/Rebuild", "admin"),
    ("/yiku.admin.v1.AdminService/Lag", "admin"),
    ("/yiku.admin.v1.AdminService/ListDeadLetters", "admin"),
    ("/yiku.admin.v1.AdminService/RedriveDeadLetters", "admin"),
)

ALL_SCOPES: Final = frozenset(scope for _, scope in SCOPES)
"""For the token of a local stack."""


def scope_of(method: str) -> str:
    """The scope that `method` (`/package.Service/Method`) needs; KeyError where none is listed."""
    return _BY_METHOD[method]


_BY_METHOD: Final = dict(SCOPES)
