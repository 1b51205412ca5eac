"""Start, stop and look at a local stack from a shell; the `yiku` command does the same and more.

python -m yiku_local up --root DIR [--kind local|full]
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from yiku_local.errors import StackError
from yiku_local.paths import StackKind
from yiku_local.stack import ServiceStatus, Stack


def main(argv: Sequence[str] | None = None) -> int:
    """Status 0 when done, 1 with the reason on stderr."""
    options = _arguments(argv)
    stack = Stack(options.root, options.kind)
    try:
        _run(stack, options)
    except StackError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="yiku_local")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("name", nargs="?", help="service, for kill, stop and start")
    parser.add_argument("--root", type=Path, default=Path(".yiku"))
    parser.add_argument("--kind", type=StackKind, default=StackKind.LOCAL)
    return parser.parse_args(argv)


COMMANDS = ("up", "down", "status", "endpoints", "kill", "stop", "start")


def _run(stack: Stack, options: argparse.Namespace) -> None:
    match options.command:
        case "up":
            began = time.monotonic()
            stack.up(_show_progress)
            for warning in stack.warnings():
                sys.stderr.write(f"WARNING: {warning}\n")
            sys.stdout.write(f"ready in {time.monotonic() - began:.1f} s\n")
        case "down":
            stack.down()
        case "status":
            for service in stack.status():
                sys.stdout.write(_line(service) + "\n")
        case "endpoints":
            sys.stdout.write(json.dumps(asdict(stack.endpoints()), indent=2) + "\n")
        case name:
            getattr(stack, name)(options.name)


def _show_progress(services: Sequence[ServiceStatus]) -> None:
    shown = (f"{item.name}: {item.detail or item.state.value}" for item in services)
    sys.stdout.write(" | ".join(shown) + "\n")
    sys.stdout.flush()


def _line(item: ServiceStatus) -> str:
    where = f"pid {item.pid or '-':<8} port {item.port or '-':<6}"
    life = f"{item.rss_mb:7.1f} MB  {item.restarts} restarts  up {item.uptime_s:.0f} s"
    return f"{item.name:<10} {item.state.value:<10} {where} {life}  {item.detail}"


if __name__ == "__main__":
    sys.exit(main())
