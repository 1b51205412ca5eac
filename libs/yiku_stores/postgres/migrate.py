"""Bring the schema to the newest revision; safe with several processes at once."""

from importlib.resources import files

import psycopg
from alembic import command
from alembic.config import Config
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

_LOCK = 0x79696B75  # "yiku"


def upgrade(admin_dsn: str) -> None:
    """Apply every missing migration as the owner of the schema.

    Concurrent callers wait for each other on an advisory lock: two `upgrade head` at once deadlock.
    """
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(admin_dsn), poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
        connection.commit()
        config = Config()
        config.set_main_option("script_location", str(files("yiku_stores.postgres").joinpath("migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    engine.dispose()


def provision_logins(admin_dsn: str, logins: dict[str, str]) -> None:
    """Give `yiku_app` and `yiku_worker` a login each, named in the DSNs of `logins` (role -> DSN).

    For local stacks; elsewhere the platform makes the users and grants them the two roles.
    """
    with psycopg.connect(admin_dsn, autocommit=True) as conn:
        for role, dsn in logins.items():
            parts = conninfo_to_dict(dsn)
            user, password = str(parts["user"]), str(parts["password"])
            known = conn.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (user,)).fetchone()
            verb = sql.SQL("ALTER ROLE" if known else "CREATE ROLE")
            conn.execute(sql.SQL("{} {} LOGIN PASSWORD {}").format(verb, sql.Identifier(user), sql.Literal(password)))
            conn.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(role), sql.Identifier(user)))
