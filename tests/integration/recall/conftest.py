"""One world a module: recall as served, and all its stores."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from yiku_local.endpoints import Endpoints
from yiku_models.e5_build import build_e5_small
from yiku_models.e5_layout import model_dir, read_meta

from tests.conftest import REPOSITORY, FreshDatabase
from tests.integration.recall.world import World, a_world


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The checkout's models, built where they are missing."""
    directory = REPOSITORY / ".yiku" / "models"
    if read_meta(model_dir(directory)) is None:
        build_e5_small(directory)
    return directory


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(endpoints: Endpoints, fresh_database: FreshDatabase, models_dir: Path) -> AsyncIterator[World]:
    """A recall process of its own before the stack's servers."""
    user = endpoints.neo4j.user if endpoints.neo4j else ""
    password = endpoints.neo4j.password if endpoints.neo4j else ""
    async with a_world(endpoints, fresh_database, models_dir, user, password) as made:
        yield made
