"""Memories and changes of memories on the wire, and Kafka's two ends."""
