"""One local stack for the whole run: servers at first, Yiku's processes when a test asks for them."""

import fcntl
import shutil
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from yiku_cli.local import LocalYiku
from yiku_local.endpoints import Endpoints
from yiku_local.paths import StackKind
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.migrate import provision_logins, upgrade

REPOSITORY = Path(__file__).parent.parent
TEST_ROOT = REPOSITORY / ".yiku" / "test"


def pytest_addoption(parser: pytest.Parser) -> None:
    """--stack full runs the suite on Apache Kafka and Neo4j; --home keeps two runs apart."""
    parser.addoption("--stack", choices=[k.value for k in StackKind], default=StackKind.LOCAL.value)
    parser.addoption("--home", type=Path, default=TEST_ROOT, help="where this run's stack keeps its data")


@pytest.fixture(scope="session")
def stack_kind(request: pytest.FixtureRequest) -> StackKind:
    """Which servers this run uses."""
    return StackKind(request.config.getoption("--stack"))


@pytest.fixture(scope="session")
def local_yiku(request: pytest.FixtureRequest, stack_kind: StackKind) -> Iterator[LocalYiku]:
    """A stack of its own with empty data; models and unpacked servers are kept between runs."""
    home = request.config.getoption("--home").absolute()
    with only_one_run(home):
        yiku = LocalYiku(home, stack_kind, models_dir=REPOSITORY / ".yiku" / "models")
        yiku.stack.down()
        shutil.rmtree(yiku.home, ignore_errors=True)
        yield yiku
        yiku.stack.down()


@contextmanager
def only_one_run(home: Path) -> Iterator[None]:
    """Two runs in one place would wipe each other's data."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "tests.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            pytest.exit(f"another test run uses {home}; pass --home DIR to run beside it", 2)
        yield


@pytest.fixture(scope="session")
def endpoints(local_yiku: LocalYiku) -> Endpoints:
    """The servers, running; Yiku's own processes are not."""
    return local_yiku.stack.up()


@pytest.fixture(scope="session")
def yiku(local_yiku: LocalYiku) -> LocalYiku:
    """Servers and all of Yiku's processes, running."""
    local_yiku.up()
    return local_yiku


class FreshDatabase:
    """A database of its own on the stack's Postgres, migrated, with the two logins."""

    def __init__(self, admin_dsn: str) -> None:
        self.name = f"t_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(admin_dsn, autocommit=True) as conn:
            conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self.name)))
        self.admin = _dsn(admin_dsn, dbname=self.name)
        self.app = _dsn(self.admin, user="test_app", password="app")
        self.worker = _dsn(self.admin, user="test_worker", password="worker")
        upgrade(self.admin)
        provision_logins(self.admin, {"yiku_app": self.app, "yiku_worker": self.worker})


def _dsn(dsn: str, **changes: str) -> str:
    return make_conninfo(**{**conninfo_to_dict(dsn), **changes})


@pytest.fixture(scope="module")
def fresh_database(endpoints: Endpoints) -> FreshDatabase:
    """A migrated, empty database for this module."""
    return FreshDatabase(endpoints.postgres.dsn)


@pytest.fixture
async def database(fresh_database: FreshDatabase) -> AsyncIterator[Database]:
    """The module's database, as requests see it."""
    db = Database(fresh_database.app)
    await db.open()
    yield db
    await db.close()


@pytest.fixture
async def worker_database(fresh_database: FreshDatabase) -> AsyncIterator[Database]:
    """The module's database, as workers see it."""
    db = Database(fresh_database.worker)
    await db.open()
    yield db
    await db.close()
