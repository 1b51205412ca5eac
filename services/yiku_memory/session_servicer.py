"""SessionService: the last turns of a running conversation, masked, for a day."""

import asyncio
from datetime import UTC

from yiku.common.v1 import common_pb2
from yiku.recall.v1 import recall_pb2
from yiku.session.v1 import session_pb2 as pb
from yiku_domain.errors import Unavailable
from yiku_domain.ids import Scope, TenantId
from yiku_domain.plan import Turn
from yiku_runtime.call import current_caller
from yiku_stores.postgres.clarifications import Clarifications
from yiku_stores.postgres.conversations import Conversations
from yiku_stores.redis.session import RedisSessions
from yiku_stream.clarification_codec import clarification_to_proto
from yiku_stream.memory_codec import time_to_proto
from yiku_text.vault import Vault

from yiku_memory.calling import Clock, scope_of, utc_now


class SessionServicer:
    """Masks texts and session ids: neither Redis nor its keys hold personal data."""

    def __init__(
        self,
        sessions: RedisSessions,
        vault: Vault,
        clarifications: Clarifications,
        conversations: Conversations,
        clock: Clock = utc_now,
    ) -> None:
        self._sessions = sessions
        self._vault = vault
        self._clarifications = clarifications
        self._conversations = conversations
        self._clock = clock

    async def AppendTurns(self, request: pb.AppendTurnsRequest, _context: object) -> pb.AppendTurnsResponse:
        """Turns of one call stay together, in order."""
        tenant_id = current_caller().tenant_id
        turns = [self._masked(tenant_id, turn) for turn in request.turns]
        kept = await self._sessions.append(
            scope_of(request.user_id), self._session(request.session_id), turns, self._clock()
        )
        return pb.AppendTurnsResponse(kept=kept)

    async def GetContext(self, request: pb.GetContextRequest, _context: object) -> pb.GetContextResponse:
        """Oldest first; without a session id the customer's latest session. Beside it what to ask the customer."""
        scope = scope_of(request.user_id)
        found, response = await asyncio.gather(
            self._sessions.context(scope, self._session(request.session_id), request.last_n), self._asked(scope)
        )
        response.session_id = found.session_id
        response.turns.extend(_turn(turn) for turn in found.turns)
        response.MergeFrom(
            pb.GetContextResponse(started_at=time_to_proto(found.started_at), last_at=time_to_proto(found.last_at))
        )
        return response

    async def _asked(self, scope: Scope) -> pb.GetContextResponse:
        """The questions alone; a conversation goes on while Postgres is away."""
        try:
            asked = await self._clarifications.open(scope, self._clock())
        except Unavailable:
            return pb.GetContextResponse(degraded=[recall_pb2.Degradation(part="clarifications", reason="unavailable")])
        return pb.GetContextResponse(clarifications=[clarification_to_proto(one) for one in asked])

    async def End(self, request: pb.EndRequest, _context: object) -> pb.EndResponse:
        """Forget the session's last turns now; what was ingested of it is summed up soon."""
        scope, session = scope_of(request.user_id), self._session(request.session_id)
        await self._conversations.end(scope, session, self._clock())
        return pb.EndResponse(ended=await self._sessions.end(scope, session))

    def _session(self, session_id: str) -> str:
        return self._vault.mask(current_caller().tenant_id, session_id).text

    def _masked(self, tenant_id: TenantId, turn: common_pb2.Turn) -> Turn:
        text = self._vault.mask(tenant_id, turn.text).text
        at = turn.at.ToDatetime(tzinfo=UTC) if turn.HasField("at") else None
        return Turn(turn.role, text, at)


def _turn(turn: Turn) -> common_pb2.Turn:
    return common_pb2.Turn(role=turn.role, text=turn.text, at=time_to_proto(turn.at))
