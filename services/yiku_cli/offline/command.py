"""The command around the carrier: settings, connections, the bar, and what was refused."""

import base64
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from protovalidate import Validator
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn
from yiku.extractor.v1.extractor_pb2 import IngestRequest
from yiku_domain.ids import TenantId
from yiku_runtime.settings import Settings
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.validation import RequestValidator
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.told_sources import TenantSources
from yiku_stream.producer import OrderedProducer
from yiku_stream.settings import SOURCES_TOPIC, KafkaSettings
from yiku_text.user_ids import looks_like
from yiku_text.vault import Vault

from yiku_cli.app import UsageProblem, console
from yiku_cli.conversations import BadLine
from yiku_cli.offline.carrying import Carried, Carrier
from yiku_cli.offline.reading import STDIN, Chunk, Reader

NEEDED = ("postgres_dsn", "kafka_bootstrap", "master_key")
_SHOWN = 100
"""So many refused lines are named; of more only the number is told."""


async def ingest_offline(settings: Settings, files: Sequence[Path], tenant_id: TenantId, zone: str) -> None:
    """Carry all files; what was refused is told line by line as it is found."""
    logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # the carrier waits, and says so if it was in vain
    reader = Reader(_validator(), _zone(zone))
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        carrier = await _carrier(settings, tenant_id, zone, stack)
        with _progress() as progress:
            bar = _Bar(progress, carrier.done, _size(files), began)
            done = await carrier.carry(_chunks(reader, files), bar.told)
    _report(done, time.monotonic() - began)


async def _carrier(settings: Settings, tenant_id: TenantId, zone: str, stack: AsyncExitStack) -> Carrier:
    vault = Vault(base64.b64decode(settings.master_key.get_secret_value()), settings.master_key_id)
    database = Database(settings.postgres_dsn.get_secret_value(), max_size=2)
    producer = OrderedProducer(KafkaSettings(settings.kafka_bootstrap, settings.kafka_properties()), SOURCES_TOPIC)
    await database.open()
    stack.push_async_callback(database.close)
    stack.push_async_callback(producer.close)
    register = TenantSources(database, tenant_id, vault)
    return Carrier(tenant_id, vault.tokenise(tenant_id), register, producer, zone)


class _Bar:
    """Bytes settled of all bytes; beside them the pace, and above it the lines that were refused."""

    def __init__(self, progress: Progress, done: Carried, size: int | None, began: float) -> None:
        self._progress = progress
        self._done = done
        self._began = began
        self._named = 0
        self._task: TaskID = progress.add_task("", total=size)

    def told(self, bad: Iterable[BadLine]) -> None:
        """After each step."""
        for line in bad:
            self._named += 1
            if self._named <= _SHOWN:
                self._progress.console.print(f"[red]{escape(line.file)}:{line.number}[/] {escape(line.problem)}")
        done = self._done
        pace = done.turns / max(0.001, time.monotonic() - self._began)
        text = f"{done.turns} turns committed, {pace:.0f} a second, {done.stored} new memories"
        self._progress.update(self._task, completed=done.read, description=text)


def _progress() -> Progress:
    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    return Progress(*columns, console=console)


def _chunks(reader: Reader, files: Sequence[Path]) -> Iterator[Chunk]:
    for path in files:
        yield from reader.chunks(path)


def _size(files: Sequence[Path]) -> int | None:
    """None where standard input is among them: nobody knows how long it is."""
    return None if STDIN in files else sum(path.stat().st_size for path in files)


def _report(done: Carried, seconds: float) -> None:
    before = f", {done.again} requests were there before" if done.again else ""
    console.print(
        f"{done.lines} lines, {done.turns} turns committed in {seconds:.1f} s "
        f"({done.turns / max(0.001, seconds):.0f} turns a second), {done.stored} new memories{before}"
    )
    if done.refused:
        raise UsageProblem(f"{done.refused} lines were refused; the others are stored")


def _validator() -> RequestValidator:
    return RequestValidator(IngestRequest.DESCRIPTOR, Validator(), UserIdCheck(looks_like), "items")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageProblem(f"no time zone {name}; such as Asia/Shanghai") from None
