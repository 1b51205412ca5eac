"""Makes the topics exist with the right number of partitions."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewPartitions, NewTopic
from yiku_domain.errors import Unavailable
from yiku_domain.ids import PARTITIONS

from yiku_stream.settings import MEMORY_TOPIC, SOURCES_TOPIC, KafkaSettings


@dataclass(frozen=True)
class Topic:
    """A topic and how many partitions it must have at least."""

    name: str
    partitions: int = PARTITIONS


TOPICS = (Topic(MEMORY_TOPIC), Topic(SOURCES_TOPIC))


class Topics:
    """Blocking calls, for a thread. One client for all of them."""

    def __init__(self, settings: KafkaSettings, *, timeout_s: float = 3.0) -> None:
        self._admin = AdminClient(settings.common())
        self._replication = settings.replication
        self._timeout_s = timeout_s

    def ensure(self, topics: Sequence[Topic] = TOPICS) -> None:
        """Create what is missing, grow what is too small; idempotent, safe with several processes.

        Raises `Unavailable` when the broker is away or refuses.
        """
        present = self.partitions()
        missing = [t for t in topics if t.name not in present]
        small = [t for t in topics if 0 < present.get(t.name, 0) < t.partitions]
        if missing:
            self._create(missing)
        if small:
            self._grow(small)

    def partitions(self) -> dict[str, int]:
        """Every topic that exists and has a usable number of partitions."""
        try:
            metadata = self._admin.list_topics(timeout=self._timeout_s)
        except KafkaException as error:
            raise Unavailable("Kafka is away") from error
        return {n: len(t.partitions) for n, t in metadata.topics.items() if t.error is None}

    def _create(self, topics: Sequence[Topic]) -> None:
        new = [NewTopic(t.name, t.partitions, self._replication) for t in topics]
        made = self._admin.create_topics(new, operation_timeout=self._timeout_s, request_timeout=self._timeout_s)
        for future in made.values():
            _settle(future, KafkaError.TOPIC_ALREADY_EXISTS, self._timeout_s)

    def _grow(self, topics: Sequence[Topic]) -> None:
        new = [NewPartitions(t.name, t.partitions) for t in topics]
        for future in self._admin.create_partitions(new).values():
            _settle(future, KafkaError.INVALID_PARTITIONS, self._timeout_s)


def _settle(future: "Future[None]", harmless: int, timeout_s: float) -> None:
    """Wait for one topic; another process may have been quicker."""
    try:
        future.result(timeout_s)
    except KafkaException as error:
        if error.args[0].code() != harmless:
            raise Unavailable("Kafka refuses the topic") from error
    except TimeoutError as error:
        raise Unavailable("Kafka does not answer") from error
