"""Decisions of people about unsure memories and open questions: mask what they write, then carry it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yiku_domain.clarification import Ending
from yiku_domain.ids import ClarificationId, MemoryId, Scope
from yiku_domain.memory import JsonValue, Memory
from yiku_domain.review import Decision, Edit, Verdict
from yiku_stores.postgres.commit import Commit, Secret
from yiku_stores.postgres.decisions import Decided, Decisions
from yiku_text.vault import Vault

from yiku_memory.calling import Origin
from yiku_memory.handwritten import masked_value, secrets_of


@dataclass(frozen=True)
class Decider:
    """`NotFound` and `FailedPrecondition` are those of `Decisions`."""

    decisions: Decisions
    vault: Vault

    async def approve(self, scope: Scope, memory_id: MemoryId, origin: Origin) -> Decided:
        """It is right as it stands."""
        return await self._resolve(scope, memory_id, Verdict(Decision.APPROVE, origin.actor), origin)

    async def reject(self, scope: Scope, memory_id: MemoryId, reason: str, origin: Origin) -> Decided:
        """It is never recalled; the masked reason goes to the audit log."""
        comment = self.vault.mask(scope.tenant_id, reason).text
        verdict = Verdict(Decision.REJECT, origin.actor, comment=comment)
        return await self._resolve(scope, memory_id, verdict, origin)

    async def edit(self, scope: Scope, memory_id: MemoryId, edit: Edit, origin: Origin) -> Decided:
        """It is right with these changes; content and value are masked here."""
        clean, secrets = self._masked(scope, edit.content, edit.value)
        verdict = Verdict(Decision.EDIT, origin.actor, replace(edit, content=clean.content, value=clean.value))
        return await self._resolve(scope, memory_id, verdict, origin, secrets)

    async def answer(self, scope: Scope, asked: ClarificationId, ending: Ending, origin: Origin) -> Memory:
        """Answer in the customer's place: SAID or INFERRED; the memory that stands."""
        _, memory = await self.decisions.answer(_commit(scope, origin), asked, ending, origin.actor)
        return memory

    async def _resolve(
        self, scope: Scope, memory_id: MemoryId, verdict: Verdict, origin: Origin, secrets: Sequence[Secret] = ()
    ) -> Decided:
        commit = replace(_commit(scope, origin), secrets=secrets)
        return await self.decisions.resolve(commit, memory_id, verdict)

    def _masked(
        self, scope: Scope, content: str | None, value: Mapping[str, JsonValue] | None
    ) -> tuple[Edit, tuple[Secret, ...]]:
        clean, found = masked_value(self.vault, scope.tenant_id, value)
        if content is None:
            return Edit(value=clean), secrets_of(found)
        masked = self.vault.mask(scope.tenant_id, content)
        return Edit(content=masked.text, value=clean), secrets_of((*masked.found, *found))


def _commit(scope: Scope, origin: Origin) -> Commit:
    return Commit(scope, (), origin.now, origin.trace_id, origin.traceparent)
