// Remove memories, their edges, and whatever then hangs on nothing. A stored higher version stays.
UNWIND $rows AS row
MATCH (user:User)-[:HAS]->(memory:Memory {memory_id: row.memory_id})
WHERE memory.version <= row.version OR row.repair
OPTIONAL MATCH (user)-[tie]->(:Entity)
WHERE tie.memory_id = row.memory_id
OPTIONAL MATCH (memory)-[:MENTIONS]->(entity:Entity)
WITH collect(DISTINCT memory) AS memories, collect(DISTINCT tie) AS ties,
     collect(DISTINCT user) + collect(DISTINCT entity) AS around
FOREACH (tie IN ties | DELETE tie)
FOREACH (memory IN memories | DETACH DELETE memory)
WITH around
UNWIND around AS node
WITH node
WHERE NOT (node)--()
DELETE node
