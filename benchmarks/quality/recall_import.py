"""A set as memories of a tenant of its own, and which memory holds what of the set."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import uuid4

from yiku import AsyncClient, Entity, Statement

from benchmarks.quality.recall_sets import QuestionSet, Told

LONGEST = 2000
"""Characters of one statement; what is longer is stated in parts."""

_BATCH = 50
_POLL_S = 0.5


@dataclass(frozen=True)
class Imported:
    """Where a set lies: by its own ids the memories that hold it; several for a long one, none for a refused one."""

    tenant: str
    fingerprint: str
    memories: Mapping[str, tuple[str, ...]]

    def __str__(self) -> str:
        distinct = len({memory_id for ids in self.memories.values() for memory_id in ids})
        refused = sum(not ids for ids in self.memories.values())
        return f"{len(self.memories)} stated, {distinct} memories, {refused} refused; tenant {self.tenant}"


@dataclass(frozen=True)
class Importer:
    """Imports sets; what was imported is remembered under `folder`, so that a later run finds it there.

    `entities` states who spoke as an entity, too, beside the name in the text.
    """

    folder: Path
    entities: bool = False

    def known(self, questions: QuestionSet) -> Imported | None:
        """The latest import of the set as it is now."""
        path = self._path(questions)
        if not path.is_file():
            return None
        found = json.loads(path.read_text("utf-8"))
        found["memories"] = {told_id: tuple(ids) for told_id, ids in found["memories"].items()}
        imported = Imported(**found)
        return imported if imported.fingerprint == questions.fingerprint else None

    def new_tenant(self, questions: QuestionSet) -> str:
        """A tenant that nothing was imported into."""
        return f"{questions.name}-{uuid4().hex[:12]}"[:64]

    async def run(self, client: AsyncClient, questions: QuestionSet, tenant: str) -> Imported:
        """State everything, and wait until every index has it. `client` speaks for `tenant`."""
        by_user: dict[str, list[Told]] = defaultdict(list)
        for told in questions.told:
            by_user[told.user_id].append(told)
        memories: dict[str, list[str]] = {told.told_id: [] for told in questions.told}
        for user_id, some in by_user.items():
            for told_id, memory_id in await self._state(client, user_id, questions.kind, some):
                memories[told_id].append(memory_id)
        await settled(client)
        held = {told_id: tuple(dict.fromkeys(ids)) for told_id, ids in memories.items()}
        imported = Imported(tenant, questions.fingerprint, held)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._path(questions).write_text(json.dumps(asdict(imported), ensure_ascii=False), "utf-8")
        return imported

    async def _state(self, client: AsyncClient, user_id: str, kind: str, told: list[Told]) -> list[tuple[str, str]]:
        """Pairs of the set's id and a memory's, in the order of the parts."""
        stated = [(one.told_id, self._statement(one, kind, part)) for one in told for part in parts(one.text)]
        pairs: list[tuple[str, str]] = []
        for start in range(0, len(stated), _BATCH):
            some = stated[start : start + _BATCH]
            answer = await client.remember_all(user_id, [statement for _, statement in some])
            pairs += [(some[item.item][0], item.memory_id) for item in answer.items if item.memory_id]
        return pairs

    def _statement(self, told: Told, kind: str, part: str) -> Statement:
        happened = kind == "event"
        return Statement(
            part,
            kind=kind,
            entities=(Entity("person", told.speaker),) if self.entities and told.speaker else (),
            event_time=told.at if happened else None,
            event_precision=told.precision if happened else "",
            valid_from=told.at,
            source_ref=told.session,
        )

    def _path(self, questions: QuestionSet) -> Path:
        return self.folder / f"{questions.name}{'-entities' if self.entities else ''}.json"


async def settled(client: AsyncClient) -> None:
    """Wait until every index has everything."""
    while True:
        lag = await client.lag()
        if not lag.unpublished and not any(sink.pending for sink in lag.sinks):
            return
        await asyncio.sleep(_POLL_S)


def parts(text: str, longest: int = LONGEST) -> Iterator[str]:
    """The text in pieces of at most `longest` characters, cut at a paragraph, line, sentence or space near the end."""
    rest = text.strip()
    while len(rest) > longest:
        cut = next(
            (at for mark in ("\n\n", "\n", "。", ". ", " ") if (at := rest.rfind(mark, longest // 2, longest)) > 0), 0
        )
        cut = cut + 1 if cut else longest
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if rest:
        yield rest
