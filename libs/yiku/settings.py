"""Where Yiku is, and with which token: from the environment, or from a local stack nearby."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from yiku.call import Part
from yiku.errors import NotConfigured

_ADVICE = "set YIKU_TARGET and YIKU_TOKEN, or start a local stack with `yiku up` in this checkout"


@dataclass(frozen=True)
class Connection:
    """host:port of each part, and the bearer token."""

    targets: Mapping[Part, str]
    token: str


def connection_from_env() -> Connection:
    """YIKU_TARGET and YIKU_TOKEN, else the newest `.yiku/*/client.json` upward from here.

    YIKU_TARGET is one host:port, or `extractor=host:port,recall=host:port,memory=host:port`.
    """
    target, token = os.environ.get("YIKU_TARGET"), os.environ.get("YIKU_TOKEN")
    if target and token:
        return Connection(read_targets(target), token)
    if target or token:
        raise NotConfigured(f"only one of YIKU_TARGET and YIKU_TOKEN is set; {_ADVICE}")
    return _from_local_stack(Path.cwd())


def read_targets(target: str | Mapping[str, str]) -> dict[Part, str]:
    """A target for every part, from one for all or one each."""
    if isinstance(target, str) and "=" not in target:
        return dict.fromkeys(Part, target)
    named = dict(target) if isinstance(target, Mapping) else _split(target)
    missing = [part.value for part in Part if part.value not in named]
    if missing:
        raise NotConfigured(f"no target for {', '.join(missing)}; {_ADVICE}")
    return {part: named[part.value] for part in Part}


def _split(text: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in text.split(","))
    return {name.strip(): address.strip() for name, _, address in pairs}


def _from_local_stack(start: Path) -> Connection:
    for directory in (start, *start.parents):
        found = sorted(directory.glob(".yiku/*/client.json"), key=lambda p: p.stat().st_mtime)
        if found:
            written = json.loads(found[-1].read_text("utf-8"))
            return Connection(read_targets(written["targets"]), written["token"])
    raise NotConfigured(f"no Yiku found; {_ADVICE}")
