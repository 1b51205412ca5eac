"""The propagator: carries changes from Kafka into one index."""
