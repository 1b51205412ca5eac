"""Erase a customer everywhere, and say what each store let go of."""

from dataclasses import replace
from typing import Final

from yiku_domain.events import Sink
from yiku_domain.ids import Scope
from yiku_runtime.deadline import budget_s
from yiku_stores.postgres.delivery import DeliveryWatch
from yiku_stores.postgres.erasure import Eraser, Receipt
from yiku_stores.redis.session import RedisSessions

from yiku_memory.calling import Origin

PENDING: Final = "pending"
"""Stands for the indexes in a receipt that was due before they had confirmed."""

_LONGEST_WAIT_S: Final = 10.0
_ANSWER_S: Final = 0.5


class Erasing:
    """Sessions first, so that with Redis away nothing was erased and the caller tries again."""

    def __init__(self, eraser: Eraser, sessions: RedisSessions, delivery: DeliveryWatch) -> None:
        self._eraser = eraser
        self._sessions = sessions
        self._delivery = delivery

    async def erase(self, scope: Scope, origin: Origin) -> Receipt:
        """Idempotent. The indexes are listed once they have confirmed, else as PENDING."""
        await self._sessions.forget(scope)
        receipt = await self._eraser.erase(scope, actor=origin.actor, now=origin.now)
        wait_s = budget_s(_LONGEST_WAIT_S, reserve=_ANSWER_S)
        confirmed = await self._delivery.wait(scope.tenant_id, receipt.outbox, wait_s)
        stores = [sink.value for sink in Sink] if confirmed else [PENDING]
        indexes = dict.fromkeys(stores, len(receipt.outbox))
        return replace(receipt, removed={**receipt.removed, **indexes})
