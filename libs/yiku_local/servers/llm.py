"""The small local language model, supervised: an OpenAI-compatible server on the loopback."""

import asyncio
import sys
from functools import partial
from pathlib import Path

from yiku_local import probes
from yiku_local.llm_weights import join_weights
from yiku_local.paths import StackPaths
from yiku_local.server import Report, Service
from yiku_local.servers.files import write_private
from yiku_local.state import StackState

NAME = "llm"
"""Of the port and the secret in the stack's state."""

_LOADING_S = 180.0


def llm(paths: StackPaths, state: StackState, models: Path) -> Service:
    """Ready when the model is loaded, about 10 s after the first start joined its parts in `models`."""
    port, key = state.ports[NAME], state.secrets[NAME]
    key_file = paths.config(NAME) / "key"
    options = (f"--dir={models}", f"--port={port}", f"--key-file={key_file}")
    return Service(
        name=NAME,
        argv=(sys.executable, "-m", "yiku_local.llm", *options),
        env={},
        probe=healthy(port),
        prepare=partial(_prepare, models, key_file, key),
        ready_within_s=_LOADING_S,
    )


def healthy(port: int) -> probes.Probe:
    """Ready when GET /health is answered with 200; while the model loads it is 503."""

    async def loaded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return (await reader.readline()).split()[1:2] == [b"200"]

    return probes.probe(port, loaded)


def _prepare(models: Path, key_file: Path, key: str, report: Report) -> None:
    write_private(key_file, key)
    join_weights(models, report=report)
