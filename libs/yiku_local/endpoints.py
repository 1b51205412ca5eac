"""Where the servers of a stack are reached, and with which credentials."""

from dataclasses import dataclass

from yiku_local.paths import StackKind
from yiku_local.state import StackState

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class PostgresEndpoint:
    """TCP address and superuser; scram-sha-256."""

    host: str
    port: int
    user: str
    password: str
    database: str = "postgres"

    @property
    def dsn(self) -> str:
        """As a libpq URI."""
        return f"postgresql://{self.user}:{self.password}@{self.host}:{self.port}/{self.database}"


@dataclass(frozen=True, slots=True)
class Neo4jEndpoint:
    """Bolt URI and login."""

    uri: str
    user: str
    password: str


@dataclass(frozen=True, slots=True)
class KafkaEndpoint:
    """Bootstrap servers; with a user, SASL/PLAIN over plain TCP."""

    bootstrap_servers: str
    sasl_user: str | None = None
    sasl_password: str | None = None


@dataclass(frozen=True, slots=True)
class MilvusEndpoint:
    """HTTP(S) URI as pymilvus takes it and "user:password"."""

    uri: str
    token: str


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Every server of a stack. Of the two graphs exactly one is set."""

    postgres: PostgresEndpoint
    redis_url: str
    kafka: KafkaEndpoint
    milvus: MilvusEndpoint
    falkordb_url: str | None = None
    neo4j: Neo4jEndpoint | None = None


def endpoints(kind: StackKind, state: StackState) -> Endpoints:
    """Derive the addresses from the ports and secrets of a prepared stack."""
    ports, secrets = state.ports, state.secrets
    full = kind is StackKind.FULL
    return Endpoints(
        postgres=PostgresEndpoint(HOST, ports["postgres"], "postgres", secrets["postgres"]),
        redis_url=f"redis://:{secrets['redis']}@{HOST}:{ports['redis']}/0",
        kafka=_kafka(state, full),
        milvus=MilvusEndpoint(f"http://{HOST}:{ports['milvus']}", f"root:{secrets['milvus']}"),
        falkordb_url=None if full else _falkordb(state),
        neo4j=_neo4j(state) if full else None,
    )


def _kafka(state: StackState, full: bool) -> KafkaEndpoint:
    servers = f"{HOST}:{state.ports['kafka']}"
    if not full:
        return KafkaEndpoint(servers)
    return KafkaEndpoint(servers, "yiku", state.secrets["kafka"])


def _falkordb(state: StackState) -> str:
    return f"redis://:{state.secrets['graph']}@{HOST}:{state.ports['graph']}/0"


def _neo4j(state: StackState) -> Neo4jEndpoint:
    return Neo4jEndpoint(f"bolt://{HOST}:{state.ports['graph']}", "neo4j", state.secrets["graph"])
