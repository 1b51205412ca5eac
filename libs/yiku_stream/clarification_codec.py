"""An open question to `yiku.recall.v1.Clarification`."""

from yiku.recall.v1 import recall_pb2 as pb
from yiku_domain.clarification import Clarification

from yiku_stream.memory_codec import time_to_proto


def clarification_to_proto(asked: Clarification) -> pb.Clarification:
    """All of it but whose it is and how it ended."""
    return pb.Clarification(
        clarification_id=str(asked.clarification_id),
        question=asked.question,
        attribute=asked.attribute,
        said_memory_id=str(asked.said),
        inferred_memory_id=str(asked.inferred),
        opened_at=time_to_proto(asked.opened_at),
        expires_at=time_to_proto(asked.expires_at),
    )
