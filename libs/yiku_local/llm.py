"""The small local language model as a server that speaks OpenAI's API, in the foreground.

    python -m yiku_local.llm --dir .yiku/models --port 8099 [--key-file FILE]

Listens on the loopback only. Callers show the key that the file holds; it is made, readable by the owner
only, where there is none.
"""

import argparse
import importlib
import secrets
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yiku_local.errors import StackError
from yiku_local.llm_weights import EXTRA, MODEL, join_weights
from yiku_local.servers.files import write_private

HOST = "127.0.0.1"
KEY_BYTES = 24
SLOTS = 2
"""One prompt prefix stays cached in each: the instructions of the two languages."""
CONTEXT_TOKENS = 4096
"""Of one slot."""
CACHE_MIB = 64
QUIET = 1
"""Errors only: at higher levels the server's log holds prompts."""


@dataclass(frozen=True)
class LlmServer:
    """How to run it. `threads` bounds the cores of one answer."""

    weights: Path
    port: int
    key: str
    threads: int = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT. Status 1 with the reason on stderr where it cannot start."""
    options = _arguments(argv)
    stops = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)  # before the server's threads, which inherit the mask
    try:
        key = read_or_make_key(options.key_file or options.dir / "llm.key")
        server = start(LlmServer(join_weights(options.dir, report=_say), options.port, key, options.threads))
    except StackError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    _say(f"{MODEL} at {server.listening_address}/v1")
    signal.sigwait(stops)
    return 0


def start(wanted: LlmServer) -> Any:
    """Load the model and listen; the returned object has `listening_address` and serves as long as it lives.

    Raises StackError where the package is missing or the model does not load.
    """
    xllamacpp = _package()
    params = xllamacpp.CommonParams()
    params.model.path = str(wanted.weights)
    params.model_alias = {MODEL}
    params.hostnames, params.port, params.api_keys = [HOST], wanted.port, [wanted.key]
    params.n_parallel, params.n_ctx = SLOTS, CONTEXT_TOKENS * SLOTS
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = wanted.threads
    params.n_gpu_layers, params.cache_ram_mib, params.verbosity = 0, CACHE_MIB, QUIET
    params.ui = params.endpoint_slots = False
    params.offline = True
    try:
        return xllamacpp.Server(params)
    except (RuntimeError, ValueError) as error:
        raise StackError(f"the language model does not start: {error}") from error


def read_or_make_key(path: Path) -> str:
    """The key in `path`; a fresh one is written where the file is missing."""
    if not path.exists():
        write_private(path, secrets.token_urlsafe(KEY_BYTES))
    return path.read_text(encoding="utf-8").strip()


def _package() -> Any:
    try:
        return importlib.import_module("xllamacpp")
    except ImportError:
        raise StackError(f"package xllamacpp is missing: pip install '{EXTRA}'") from None


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="yiku_local.llm")
    parser.add_argument("--dir", type=Path, required=True, help="where the joined weights are kept")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key-file", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args(argv)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
