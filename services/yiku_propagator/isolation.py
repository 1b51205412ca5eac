"""Applies a batch even though one of its events is poison."""

from collections.abc import Sequence

from yiku_domain.errors import YikuError
from yiku_domain.events import Delivery
from yiku_stores.postgres.progress import DeadLetter

from yiku_propagator.inbox import dead_letter
from yiku_propagator.sinks import SinkWriter

_TRIES = 3
"""An unforeseen error may pass; one that stays is the event's own."""


async def apply_isolating(sink: SinkWriter, deliveries: Sequence[Delivery]) -> list[DeadLetter]:
    """Apply all that the sink takes, in order, and return what it refuses.

    A batch that fails is halved until the poison is alone, so the rest goes on. A retryable error is
    raised: then nothing is known of the batch, and applying it again is right.
    """
    if not deliveries:
        return []
    reason = await _try(sink, deliveries, tries=_TRIES if len(deliveries) == 1 else 1)
    if reason is None:
        return []
    if len(deliveries) == 1:
        return [dead_letter(deliveries[0], reason)]
    middle = len(deliveries) // 2
    first = await apply_isolating(sink, deliveries[:middle])
    return first + await apply_isolating(sink, deliveries[middle:])


async def _try(sink: SinkWriter, deliveries: Sequence[Delivery], *, tries: int) -> str | None:
    """None when applied, else why not: an error's type, as its text may quote content."""
    reason = ""
    for _ in range(tries):
        try:
            await sink.apply([delivery.event for delivery in deliveries])
        except YikuError as error:
            if error.retryable:
                raise
            return f"{type(error).__name__}: {error.message}"
        except Exception as error:
            reason = type(error).__name__
        else:
            return None
    return reason
