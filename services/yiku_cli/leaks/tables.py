"""Postgres: every table but the vault, each row with all that may hold text."""

from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg import Connection, sql
from psycopg.rows import dict_row, tuple_row

from yiku_cli.leaks.record import Record

STORE: Final = "postgres"
_VAULT: Final = "vault"
_BATCH: Final = 2000
_TABLES = """
SELECT n.nspname, c.relname, a.attname, a.atttypid::regtype::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND c.relname <> %s
  AND a.atttypid::regtype::text !~ '^(uuid|boolean|timestamp|date|interval|real|double|oid)'
ORDER BY 1, 2, a.attnum
"""


def records(dsn: str) -> Iterator[Record]:
    """A record a row, found again by its partition and ctid. Needs a login that row-level security does not bind."""
    with psycopg.connect(dsn, connect_timeout=5) as connection:
        for (schema, table), columns in _tables(connection).items():
            yield from _rows(connection, schema, table, columns)


def _tables(connection: Connection[tuple[object, ...]]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    tables: dict[tuple[str, str], list[tuple[str, str]]] = {}
    with connection.cursor(row_factory=tuple_row) as cursor:
        for schema, table, column, kind in cursor.execute(_TABLES, (_VAULT,)):
            tables.setdefault((schema, table), []).append((column, kind))
    return tables


def _rows(
    connection: Connection[tuple[object, ...]], schema: str, table: str, columns: list[tuple[str, str]]
) -> Iterator[Record]:
    query = sql.SQL("SELECT tableoid::regclass || ' ' || ctid AS place_, {} FROM {}").format(
        sql.SQL(", ").join(_column(*column) for column in columns), sql.Identifier(schema, table)
    )
    with connection.cursor("leaks", row_factory=dict_row) as cursor:
        cursor.itersize = _BATCH
        for row in cursor.execute(query):
            where = row.pop("place_")
            yield Record(table, where, row)


def _column(name: str, kind: str) -> sql.Composable:
    """An index of words as the words that it holds; a type that drivers give as an object as text."""
    column = sql.Identifier(name)
    if kind == "tsvector":
        return sql.SQL("tsvector_to_array({0}) AS {0}").format(column)
    plain = kind.removesuffix("[]") in {"text", "jsonb", "json", "bytea", "integer", "bigint", "smallint"}
    return column if plain else sql.SQL("{0}::text AS {0}").format(column)
