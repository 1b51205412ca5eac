"""`yiku ingest --offline`: conversations in bulk, masked, through the topic of sources."""
