"""Builds the relay from the settings."""

import asyncio
import os
import socket
from uuid import uuid4

from yiku_runtime.settings import Settings
from yiku_runtime.wiring import observed
from yiku_stores.postgres.database import Database
from yiku_stores.postgres.outbox import CHANNEL
from yiku_stream.producer import OrderedProducer
from yiku_stream.settings import MEMORY_TOPIC, KafkaSettings

from yiku_relay.publisher import KafkaPublisher
from yiku_relay.relay import Relay, Wakeup, listen

NEEDED = ("postgres_worker_dsn", "kafka_bootstrap")


async def run(settings: Settings) -> None:
    """Run one relay until cancelled."""
    with observed("relay", settings) as instruments:
        database = Database(settings.postgres_worker_dsn.get_secret_value(), max_size=3)
        kafka = KafkaSettings(settings.kafka_bootstrap, settings.kafka_properties())
        producer = OrderedProducer(kafka, MEMORY_TOPIC)
        wakeup = Wakeup()
        relay = Relay(database, KafkaPublisher(producer, instruments.tracer), wakeup, relay_id=_relay_id())
        await database.open()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(listen(database, CHANNEL, wakeup))
                group.create_task(relay.run())
        finally:
            await producer.close()
            await database.close()


def _relay_id() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:6]}"
