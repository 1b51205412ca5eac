// Create the memories that are not held; those that are have a higher version.
UNWIND $rows AS row
OPTIONAL MATCH (held:Memory {memory_id: row.memory_id})
WITH row, held
WHERE held IS NULL
MERGE (user:User {key: row.user_key})
ON CREATE SET user.tenant = row.tenant, user.bucket = row.bucket
CREATE (user)-[:HAS {memory_id: row.memory_id}]->(memory:Memory {
    memory_id: row.memory_id, version: row.version, scope: row.user_key, bucket: row.bucket,
    kind: row.kind, superseded: row.superseded})
WITH row, memory
UNWIND row.mentions AS mention
MERGE (entity:Entity {key: mention.key})
ON CREATE SET entity.tenant = row.tenant, entity.type = mention.type, entity.name = mention.name
CREATE (memory)-[:MENTIONS {memory_id: row.memory_id, role: mention.role}]->(entity)
