"""The indexes as administration sees them, connected when they are first asked for."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from yiku_domain.events import Sink
from yiku_runtime.settings import Settings
from yiku_stores.protocols import InspectableIndex

Indexes = Mapping[Sink, InspectableIndex]


def lazy_indexes(settings: Settings, stack: AsyncExitStack) -> Callable[[], Indexes]:
    """Builds once. Their drivers take 100 MB and more, and most processes are never asked to check."""
    built: dict[Sink, InspectableIndex] = {}

    def indexes() -> Indexes:
        if not built:
            built[Sink.MILVUS] = _vectors(settings, stack)
            built[Sink.GRAPH] = _graph(settings, stack)
        return built

    return indexes


def _vectors(settings: Settings, stack: AsyncExitStack) -> InspectableIndex:
    from yiku_models.factory import embedder_identity
    from yiku_stores.milvus.connect import vector_index
    from yiku_stores.milvus.connection import MilvusConnection

    name, dim = embedder_identity(settings.embedder, cache_dir=settings.models_dir or Path())
    connection = MilvusConnection(settings.milvus_uri, settings.milvus_token.get_secret_value())
    stack.push_async_callback(connection.close)
    return vector_index(connection, embedder=name, dim=dim)


def _graph(settings: Settings, stack: AsyncExitStack) -> InspectableIndex:
    from yiku_stores.graph.connect import memory_graph

    graph = memory_graph(
        settings.graph_url.get_secret_value(),
        user=settings.graph_user,
        password=settings.graph_password.get_secret_value(),
    )
    stack.push_async_callback(graph.close)
    return graph
