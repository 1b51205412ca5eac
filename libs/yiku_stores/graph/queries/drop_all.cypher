// One slice of everything; repeated until nothing is left.
MATCH (node)
WITH node LIMIT $limit
DETACH DELETE node
RETURN count(node) AS deleted
