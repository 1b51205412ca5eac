"""One round trip with the real client of each server."""

from collections.abc import Callable
from dataclasses import replace

import falkordb
import neo4j
import psycopg
import redis
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from pymilvus import DataType, MilvusClient, MilvusException
from yiku_local.endpoints import Endpoints

COLLECTION = "kept"


def ask_postgres(endpoints: Endpoints) -> None:
    with psycopg.connect(endpoints.postgres.dsn, connect_timeout=5) as connection:
        assert connection.execute("SELECT current_setting('server_encoding')").fetchone() == ("UTF8",)


def ask_redis(endpoints: Endpoints) -> None:
    with redis.Redis.from_url(endpoints.redis_url) as client:
        assert client.ping()


def ask_graph(endpoints: Endpoints) -> None:
    assert count_nodes(endpoints) >= 0


def ask_kafka(endpoints: Endpoints) -> None:
    assert AdminClient(kafka_settings(endpoints)).list_topics(timeout=5).brokers


def ask_milvus(endpoints: Endpoints) -> None:
    assert milvus_client(endpoints).list_collections() is not None


ASK: dict[str, Callable[[Endpoints], None]] = {
    "postgres": ask_postgres,
    "redis": ask_redis,
    "graph": ask_graph,
    "kafka": ask_kafka,
    "milvus": ask_milvus,
}

REFUSALS = (
    psycopg.OperationalError,
    redis.AuthenticationError,
    neo4j.exceptions.AuthError,
    KafkaException,
    MilvusException,
)


def kafka_settings(endpoints: Endpoints) -> dict[str, str]:
    settings = {"bootstrap.servers": endpoints.kafka.bootstrap_servers}
    if endpoints.kafka.sasl_user and endpoints.kafka.sasl_password:
        settings |= {
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": "PLAIN",
            "sasl.username": endpoints.kafka.sasl_user,
            "sasl.password": endpoints.kafka.sasl_password,
        }
    return settings


def milvus_client(endpoints: Endpoints) -> MilvusClient:
    return MilvusClient(endpoints.milvus.uri, token=endpoints.milvus.token, timeout=5)


def write_everywhere(endpoints: Endpoints) -> None:
    """One thing in every store that keeps its data."""
    with psycopg.connect(endpoints.postgres.dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (id int)")
        connection.execute("INSERT INTO kept VALUES (1)")
    with redis.Redis.from_url(endpoints.redis_url) as client:
        client.set("kept", "1")
    run_cypher(endpoints, "CREATE (:Kept)")
    write_milvus(milvus_client(endpoints))


def write_milvus(client: MilvusClient) -> None:
    schema = client.create_schema()
    schema.add_field("id", DataType.INT64, is_primary=True)
    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=4)
    index = client.prepare_index_params()
    index.add_index("vector", index_type="HNSW", metric_type="COSINE", params={"M": 8, "efConstruction": 64})
    client.create_collection(COLLECTION, schema=schema, index_params=index)
    client.load_collection(COLLECTION)
    client.insert(COLLECTION, [{"id": 1, "vector": [0.1, 0.2, 0.3, 0.4]}])


def read_everywhere(endpoints: Endpoints) -> dict[str, int]:
    """How many of the things are there, by server."""
    with psycopg.connect(endpoints.postgres.dsn) as connection:
        rows = connection.execute("SELECT count(*) FROM kept").fetchone()
    with redis.Redis.from_url(endpoints.redis_url) as client:
        keys = client.exists("kept")
    found = milvus_client(endpoints).query(COLLECTION, "id >= 0", output_fields=["id"], consistency_level="Strong")
    return {
        "postgres": rows[0] if rows else 0,
        "redis": int(keys),
        "graph": count_nodes(endpoints),
        "milvus": len(found),
    }


def count_nodes(endpoints: Endpoints) -> int:
    return run_cypher(endpoints, "MATCH (k:Kept) RETURN count(k)")


def run_cypher(endpoints: Endpoints, query: str) -> int:
    """The single number a query returns, or 0."""
    if endpoints.neo4j is not None:
        login = (endpoints.neo4j.user, endpoints.neo4j.password)
        with neo4j.GraphDatabase.driver(endpoints.neo4j.uri, auth=login) as driver:
            records = driver.execute_query(query).records
            return records[0].value() if records else 0
    assert endpoints.falkordb_url is not None
    graph = falkordb.FalkorDB.from_url(endpoints.falkordb_url).select_graph("kept")
    result = graph.query(query).result_set
    return result[0][0] if result else 0


def with_wrong_passwords(endpoints: Endpoints) -> Endpoints:
    """The same addresses, with credentials that must not work."""
    return replace(
        endpoints,
        postgres=replace(endpoints.postgres, password="wrong"),
        redis_url=_wrong(endpoints.redis_url),
        falkordb_url=_wrong(endpoints.falkordb_url) if endpoints.falkordb_url else None,
        neo4j=replace(endpoints.neo4j, password="wrong") if endpoints.neo4j else None,
        kafka=replace(endpoints.kafka, sasl_password="wrong"),
        milvus=replace(endpoints.milvus, token="root:wrong"),
    )


def _wrong(url: str) -> str:
    return f"redis://:wrong@{url.rpartition('@')[2]}"
