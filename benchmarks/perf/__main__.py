"""`make bench`: every speed target beside its floor, measured in the same run on a stack of its own."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import get_context
from pathlib import Path

from grpc import aio
from rich.console import Console
from rich.table import Table
from yiku import AsyncClient
from yiku_cli.local import LocalYiku
from yiku_models.factory import build_embedder

from benchmarks.perf import product
from benchmarks.perf.grpc_floor import METHOD as EMPTY_METHOD
from benchmarks.perf.grpc_floor import serve as serve_floor

REPOSITORY = Path(__file__).parents[2]


def main() -> int:
    """Exit code 1 where a target is missed."""
    arguments = _arguments()
    yiku = LocalYiku(arguments.home.absolute(), models_dir=REPOSITORY / ".yiku" / "models")
    console = Console()
    with console.status("starting a stack"):
        yiku.up()
    try:
        verdicts = asyncio.run(_measure(yiku, arguments, console))
    finally:
        if not arguments.keep:
            yiku.stack.down()
    console.print(_table(verdicts))
    return 0 if all(v.met for v in verdicts) else 1


async def _measure(yiku: LocalYiku, arguments: argparse.Namespace, console: Console) -> list[product.Verdict]:
    embedder = build_embedder("e5-small-int8", cache_dir=REPOSITORY / ".yiku" / "models")
    seconds, seed = arguments.seconds, arguments.seed
    verdicts: list[product.Verdict] = []
    async with AsyncClient(yiku.targets(), yiku.token(product.TENANT)) as client, _empty_server() as empty:
        with console.status("loading 10,000 memories of 200 users"):
            await product.load(client)
        with console.status("recall, one at a time"):
            await product.recall_one_at_a_time(client, embedder, 50, seed + 1)
            verdicts += await product.recall_one_at_a_time(client, embedder, arguments.count, seed + 2)
        with console.status("recall, four callers"):
            verdicts.append(await product.recall_four_callers(client, embedder, seconds, seed + 3))
        with console.status("recall from the cache"):
            verdicts += await product.recall_cached(client, empty, seconds, seed + 4)
        with console.status("remember"):
            dsn = yiku.stack.endpoints().postgres.dsn
            verdicts += await product.remember(client, dsn, seconds)
            await product.drained(client)
        with console.status("lag"):
            verdicts.append(await product.lag(client, embedder, seconds * 3))
    return verdicts


@asynccontextmanager
async def _empty_server() -> AsyncIterator[aio.UnaryUnaryMultiCallable]:
    """A bare gRPC server in a process of its own."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=serve_floor, args=(theirs, "bare"), daemon=True)
    process.start()
    port = await asyncio.to_thread(ours.recv)
    async with aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel.unary_unary(EMPTY_METHOD)
    process.terminate()


def _table(verdicts: list[product.Verdict]) -> Table:
    table = Table(box=None)
    for column in ("what", "floor", "product", "figure", "target", ""):
        table.add_column(column)
    for v in verdicts:
        mark = "[green]met[/]" if v.met else "[red]missed[/]"
        table.add_row(v.what, v.floor, v.product, f"{v.figure:.2f}", v.target, mark)
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perf", description=__doc__)
    parser.add_argument("--home", type=Path, default=REPOSITORY / ".yiku" / "bench")
    parser.add_argument("--seconds", type=float, default=6.0, help="length of one closed loop")
    parser.add_argument("--count", type=int, default=300, help="questions asked one at a time")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--keep", action="store_true", help="leave the stack running")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
