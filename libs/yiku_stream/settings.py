"""How to reach the broker, and the properties of both ends that matter for order and loss."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MEMORY_TOPIC = "yiku.memory.v1"
SOURCES_TOPIC = "yiku.sources.v1"


@dataclass(frozen=True)
class KafkaSettings:
    """`security` holds librdkafka properties such as `security.protocol` and `sasl.username`.

    Not `grouped`: each consumer reads every partition from the first record that the broker still has.
    For one consumer a topic, on a broker whose groups cannot be relied on.
    """

    bootstrap: str
    security: Mapping[str, str] = field(default_factory=dict)
    replication: int = 1
    grouped: bool = True

    def common(self) -> dict[str, str | int | float | bool]:
        """For every client: a broker that comes back is found within a second.

        The client's own log lines are off: they repeat at every connection what the callbacks say.
        """
        return {
            "bootstrap.servers": self.bootstrap,
            "reconnect.backoff.ms": 100,
            "reconnect.backoff.max.ms": 1000,
            "socket.connection.setup.timeout.ms": 5000,
            "topic.metadata.refresh.interval.ms": 10_000,
            "allow.auto.create.topics": False,
            "log_level": 0,
            **self.security,
        }

    def producer(self, delivery_timeout_s: float) -> dict[str, str | int | float | bool]:
        """Idempotent: what is retried is neither doubled nor put out of order."""
        return self.common() | {
            "enable.idempotence": True,
            "acks": "all",
            "linger.ms": 2,
            "delivery.timeout.ms": int(delivery_timeout_s * 1000),
            "topic.metadata.propagation.max.ms": 2000,
        }

    def consumer(self, group: str) -> dict[str, str | int | float | bool]:
        """A dead member is noticed in six seconds; a waiting fetch answers within 50 ms.

        Some brokers look for new records only once in a fetch's wait, so it bounds the lag.
        """
        return self.common() | {
            "group.id": group,
            "session.timeout.ms": 6000,
            "heartbeat.interval.ms": 1500,
            "enable.auto.commit": False,
            "enable.auto.offset.store": False,
            "enable.partition.eof": True,
            "auto.offset.reset": "earliest",
            "fetch.wait.max.ms": 50,
            "queued.max.messages.kbytes": 16_384,
        }
