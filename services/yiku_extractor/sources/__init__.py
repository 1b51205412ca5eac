"""Sources from Kafka: the same use case as `Ingest`, fed by the topic `yiku.sources.v1`."""
