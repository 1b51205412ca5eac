-- name: one
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s

-- name: page
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s
  AND status = ANY(%(statuses)s)
  AND (cardinality(%(kinds)s::text[]) = 0 OR kind = ANY(%(kinds)s))
  AND (%(attribute)s = '' OR attribute = %(attribute)s)
  AND (%(before)s::uuid IS NULL OR memory_id < %(before)s)
ORDER BY memory_id DESC LIMIT %(limit)s

-- name: history_of_memory
SELECT operation, at, trace_id, snapshot FROM memory_log
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s
ORDER BY seq

-- name: history_of_attribute
SELECT operation, at, trace_id, snapshot FROM memory_log
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND snapshot ->> 'attribute' = %(attribute)s
ORDER BY seq
