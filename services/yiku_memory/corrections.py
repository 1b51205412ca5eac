"""Changes by hand: mask what a person wrote, then write it as any other change."""

from collections.abc import Mapping

from yiku_domain.ids import MemoryId, Scope
from yiku_domain.memory import JsonValue, Memory
from yiku_stores.postgres.audit import AuditLine, AuditLog
from yiku_stores.postgres.writer import MemoryWriter
from yiku_text.vault import Vault

from yiku_memory.calling import Origin
from yiku_memory.handwritten import masked_value, secrets_of


class Corrections:
    """Corrects and retracts. `NotFound`, `Conflict` and `FailedPrecondition` are the writer's."""

    def __init__(self, writer: MemoryWriter, vault: Vault, audit: AuditLog) -> None:
        self._writer = writer
        self._vault = vault
        self._audit = audit

    async def correct(
        self,
        scope: Scope,
        memory_id: MemoryId,
        content: str,
        value: Mapping[str, JsonValue] | None,
        *,
        expected_version: int,
        origin: Origin,
    ) -> Memory:
        """Replace the content and, where given, the value; both are masked here."""
        masked = self._vault.mask(scope.tenant_id, content)
        clean, found = masked_value(self._vault, scope.tenant_id, value)
        memory = await self._writer.correct(
            scope,
            memory_id,
            masked.text,
            clean,
            expected_version=expected_version,
            now=origin.now,
            trace_id=origin.trace_id,
            traceparent=origin.traceparent,
            secrets=secrets_of((*masked.found, *found)),
        )
        await self._audit.append(_line(scope, memory_id, origin, "correct"))
        return memory

    async def retract(self, scope: Scope, memory_id: MemoryId, *, reason: str, origin: Origin) -> Memory:
        """Mark as no longer true; the masked reason goes to the audit log."""
        memory = await self._writer.retract(
            scope,
            memory_id,
            now=origin.now,
            trace_id=origin.trace_id,
            traceparent=origin.traceparent,
        )
        masked = self._vault.mask(scope.tenant_id, reason).text
        await self._audit.append(_line(scope, memory_id, origin, "retract", masked))
        return memory


def _line(scope: Scope, memory_id: MemoryId, origin: Origin, action: str, reason: str = "") -> AuditLine:
    detail: dict[str, JsonValue] = {"memory_id": str(memory_id), "trace_id": origin.trace_id}
    return AuditLine(scope, origin.actor, action, detail | ({"reason": reason} if reason else {}))
