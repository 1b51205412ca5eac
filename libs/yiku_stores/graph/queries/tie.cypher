// Tie customers to things, for memories just created; PREDICATE is a word of the closed vocabulary.
UNWIND $ties AS tie
MATCH (user:User {key: tie.user_key})-[:HAS]->(memory:Memory {memory_id: tie.memory_id, version: tie.version})
MATCH (entity:Entity {key: tie.entity_key})
MERGE (user)-[edge:PREDICATE {memory_id: tie.memory_id}]->(entity)
SET edge.version = tie.version, edge.superseded = tie.superseded
