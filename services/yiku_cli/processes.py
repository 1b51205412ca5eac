"""Commands that are processes: the image runs these."""

import runpy
import sys
from typing import Annotated

import typer
from yiku_runtime.settings import load_settings
from yiku_stores.postgres.migrate import provision_logins, upgrade

serve = typer.Typer(help="Serve one part of the API over gRPC.", no_args_is_help=True)
run = typer.Typer(help="Run one worker.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add `migrate` and `models`."""
    app.command()(migrate)
    app.command()(models)


@serve.command()
def extractor() -> None:
    """Turn what was said into memories."""
    become("yiku_extractor")


@serve.command()
def recall() -> None:
    """Give back the memories that matter."""
    become("yiku_recall")


@serve.command()
def memory() -> None:
    """List, correct, retract, erase; reviews, sessions, strategies, traces, administration."""
    become("yiku_memory")


@run.command("extractor-sources")
def extractor_sources() -> None:
    """Make memories of the sources that come through Kafka; several share the partitions."""
    become("yiku_extractor.sources")


@run.command()
def relay() -> None:
    """Carry the outbox to Kafka."""
    become("yiku_relay")


@run.command()
def propagator(sink: Annotated[str, typer.Option(help="milvus, graph or cache")]) -> None:
    """Fill one index from Kafka."""
    become("yiku_propagator", "--sink", sink)


@run.command()
def keeper() -> None:
    """Compare the indexes with Postgres and repair them, and sum up conversations, all the time."""
    become("yiku_keeper")


def migrate() -> None:
    """Bring the Postgres schema to the newest revision; safe to run twice, or at once."""
    settings = load_settings("postgres_admin_dsn")
    admin = settings.postgres_admin_dsn.get_secret_value()
    upgrade(admin)
    logins = {
        "yiku_app": settings.postgres_dsn.get_secret_value(),
        "yiku_worker": settings.postgres_worker_dsn.get_secret_value(),
    }
    provision_logins(admin, {role: dsn for role, dsn in logins.items() if dsn})


def models() -> None:
    """Build the bundled embedding model into YIKU_MODELS_DIR; seconds the first time, nothing after."""
    from yiku_models.e5_build import build_e5_small

    settings = load_settings("models_dir")
    if settings.models_dir is not None and settings.embedder == "e5-small-int8":
        build_e5_small(settings.models_dir)


def become(module: str, *args: str) -> None:
    """Go on as `python -m module`, so that a process imports only what it needs."""
    sys.argv = [module, *args]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
