"""StrategyService: scene strategies by version."""

import json

from yiku.strategy.v1 import strategy_pb2 as pb
from yiku_domain.errors import InvalidRequest
from yiku_domain.memory import JsonValue
from yiku_runtime.call import current_caller
from yiku_stores.postgres import strategies
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.strategies import StoredStrategy
from yiku_stream.memory_codec import time_to_proto
from yiku_text.user_ids import looks_like

_DOCUMENT = "document"
_SCENE = "scene"


class StrategyServicer:
    """A change is in effect everywhere within seconds of the answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def Get(self, request: pb.GetRequest, _context: object) -> pb.GetResponse:
        """The one in effect, or the version asked for."""
        tenant_id = current_caller().tenant_id
        async with self._database.reader(tenant_id) as conn:
            found = await strategies.get(conn, tenant_id, request.scene, request.version or None)
        return pb.GetResponse(strategy=_to_proto(found))

    async def List(self, _request: pb.ListRequest, _context: object) -> pb.ListResponse:
        """The one in effect for each scene, by scene."""
        tenant_id = current_caller().tenant_id
        async with self._database.reader(tenant_id) as conn:
            found = await strategies.in_effect(conn, tenant_id)
        return pb.ListResponse(strategies=[_to_proto(strategy) for strategy in found])

    async def Put(self, request: pb.PutRequest, _context: object) -> pb.PutResponse:
        """Refused as a whole, naming each field, where anything is wrong with the document."""
        tenant_id = current_caller().tenant_id
        document = _document(request.document)
        _refuse_identity(request.scene)
        async with self._database.tenant(tenant_id) as conn:
            stored = await strategies.put(conn, tenant_id, request.scene, document)
        return pb.PutResponse(strategy=_to_proto(stored))

    async def Rollback(self, request: pb.RollbackRequest, _context: object) -> pb.RollbackResponse:
        """History goes on: the earlier document becomes the newest version."""
        tenant_id = current_caller().tenant_id
        async with self._database.tenant(tenant_id) as conn:
            stored = await strategies.rollback(conn, tenant_id, request.scene, request.to_version)
        return pb.RollbackResponse(strategy=_to_proto(stored))


def _refuse_identity(scene: str) -> None:
    """A scene stands in keys, caches and traces, where no identity may."""
    name = looks_like(scene)
    if name:
        raise InvalidRequest.of(_SCENE, f"looks like {name}; name a scene, not a person")


def _document(text: str) -> dict[str, JsonValue]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRequest.of(_DOCUMENT, "is not JSON") from None
    if not isinstance(document, dict):
        raise InvalidRequest.of(_DOCUMENT, "must be a JSON object")
    return document


def _to_proto(strategy: StoredStrategy) -> pb.Strategy:
    return pb.Strategy(
        scene=strategy.scene,
        version=strategy.version,
        document=json.dumps(strategy.document, ensure_ascii=False),
        created_at=time_to_proto(strategy.created_at),
    )
