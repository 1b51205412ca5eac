// The customer's memories that mention the things asked for, and those that share a thing with one.
MATCH (user:User {key: $user_key})-[:HAS]->(memory:Memory)-[:MENTIONS]->(entity:Entity)
WHERE any(asked IN $mentions WHERE toLower(entity.name) = toLower(asked.name)
          OR (entity.type = asked.type
              AND (toLower(entity.name) CONTAINS toLower(asked.name)
               OR toLower(asked.name) CONTAINS toLower(entity.name))))
WITH user, collect(DISTINCT memory.memory_id) AS direct
MATCH (user)-[:HAS]->(memory:Memory)
WHERE memory.memory_id IN direct
OPTIONAL MATCH (memory)-[:MENTIONS]->(entity:Entity)
WITH user, direct, collect(DISTINCT entity.key) AS shared
MATCH (user)-[:HAS]->(memory:Memory)-[:MENTIONS]->(entity:Entity)
WHERE memory.memory_id IN direct OR entity.key IN shared
WITH DISTINCT memory, memory.memory_id IN direct AS is_direct
RETURN memory.memory_id AS memory_id, is_direct
ORDER BY is_direct DESC, memory.superseded, memory.memory_id DESC
LIMIT $limit
