// One row a memory node.
MATCH (memory:Memory)
WHERE memory.bucket IN $buckets
RETURN memory.scope AS user_key, memory.memory_id AS memory_id, memory.version AS version
