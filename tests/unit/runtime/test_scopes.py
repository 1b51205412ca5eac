"""Every method of every service has exactly one scope."""

from yiku.admin.v1 import admin_pb2
from yiku.extractor.v1 import extractor_pb2
from yiku.memory.v1 import memory_pb2
from yiku.recall.v1 import recall_pb2
from yiku.review.v1 import review_pb2
from yiku.session.v1 import session_pb2
from yiku.strategy.v1 import strategy_pb2
from yiku.trace.v1 import trace_pb2
from yiku_runtime.scopes import SCOPES

FILES = (admin_pb2, extractor_pb2, memory_pb2, recall_pb2, review_pb2, session_pb2, strategy_pb2, trace_pb2)


def test_every_method_has_a_scope_and_every_scope_a_method() -> None:
    declared = [
        f"/{service.full_name}/{method.name}"
        for file in FILES
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    ]
    assert sorted(declared) == sorted(path for path, _ in SCOPES)


def test_only_reading_scopes_read_and_erasing_stands_alone() -> None:
    scopes = dict(SCOPES)
    assert scopes["/yiku.memory.v1.MemoryService/Erase"] == "erase"
    assert [path for path, scope in SCOPES if scope == "erase"] == ["/yiku.memory.v1.MemoryService/Erase"]
    assert all(scope == "admin" for path, scope in SCOPES if "AdminService" in path)
