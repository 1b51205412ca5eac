"""`yiku check --pii`: read every store, and say where personal data stands that should not."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text
from yiku_runtime.settings import Settings
from yiku_stream.settings import KafkaSettings

from yiku_cli.leaks import files, graphs, keys, tables, topics, vectors
from yiku_cli.leaks.examine import examine
from yiku_cli.leaks.record import Finding, Source

NEEDED: Final = ("postgres_admin_dsn", "redis_url", "milvus_uri", "graph_url", "kafka_bootstrap")
_SHOWN: Final = 100
_FALKOR: Final = "falkordb"


@dataclass
class Scan:
    """What was read of one store, by part, and found in it. `error` says why it was not read to its end."""

    store: str
    scanned: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    error: str = ""

    @property
    def clean(self) -> bool:
        """Read to its end, and nothing found."""
        return not self.error and not self.findings


def sources(settings: Settings, home: Path | None) -> tuple[Source, ...]:
    """Every store that the settings name; with the home of a local stack its files too."""
    secret, graph = settings.graph_password.get_secret_value(), settings.graph_url.get_secret_value()
    kafka = KafkaSettings(settings.kafka_bootstrap, settings.kafka_properties())
    token = settings.milvus_token.get_secret_value()
    stores = [
        Source(tables.STORE, partial(tables.records, settings.postgres_admin_dsn.get_secret_value())),
        Source(topics.STORE, partial(topics.records, kafka)),
        Source(vectors.STORE, partial(vectors.records, settings.milvus_uri, token)),
        Source(graphs.STORE, partial(graphs.records, graph, settings.graph_user, secret)),
        Source(keys.STORE, partial(keys.records, settings.redis_url.get_secret_value())),
    ]
    if graph.startswith(_FALKOR):
        stores.append(Source("graph's keys", partial(keys.records, graph.replace(_FALKOR, "redis", 1))))
    if home is not None:
        stores += [Source(files.LOGS, partial(files.logs, home)), Source(files.SPANS, partial(files.spans, home))]
    return tuple(stores)


def scan(source: Source, on_progress: Callable[[Scan], None]) -> Scan:
    """Read one store whole. A store that is away is reported, not raised: the others are read all the same."""
    done = Scan(source.store)
    try:
        for record in source.records():
            done.scanned[record.part] += 1
            done.findings += examine(record)
            on_progress(done)
    except Exception as error:
        done.error = f"{type(error).__name__}: not read to its end"
    return done


def scan_table(scans: Iterable[Scan]) -> Table:
    """A row a table, topic, collection or file: how much was scanned, how much found."""
    table = Table(title="personal data", title_justify="left", title_style="bold", box=None)
    for column in ("store", "part", "scanned", "found"):
        table.add_column(column, justify="right" if column == "scanned" else "left")
    for done in scans:
        found = Counter(finding.part for finding in done.findings)
        for part, count in sorted(done.scanned.items()):
            style = "red" if found[part] else "green"
            table.add_row(done.store, part, str(count), Text(str(found[part]), style=style))
        if done.error or not done.scanned:
            table.add_row(done.store, "", "0", Text(done.error or "empty", style="red" if done.error else "dim"))
    return table


def finding_table(scans: Iterable[Scan]) -> Table:
    """Where each stands and of which type it is; never what it says. The first hundred."""
    findings = [(done.store, finding) for done in scans for finding in done.findings]
    table = Table(title=f"{len(findings)} findings", title_justify="left", title_style="bold", box=None)
    for column in ("store", "part", "where", "type"):
        table.add_column(column, overflow="fold")
    for store, finding in findings[:_SHOWN]:
        table.add_row(store, finding.part, finding.where, finding.type)
    return table
