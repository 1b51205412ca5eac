-- name: dead_letters
SELECT id, sink, tenant_id, user_id, memory_id, version, error, created_at FROM dead_letter
WHERE redriven_at IS NULL AND (%(sink)s = '' OR sink = %(sink)s)
ORDER BY id DESC LIMIT %(limit)s

-- name: redriven
UPDATE dead_letter SET redriven_at = clock_timestamp() WHERE id = ANY(%(ids)s) AND redriven_at IS NULL

