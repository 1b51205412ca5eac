"""The relay: carries committed outbox rows to Kafka, each customer's in order."""
