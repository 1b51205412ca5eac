-- name: advance
UPDATE sink_progress SET position = %(last)s, applied_at = clock_timestamp()
WHERE sink = %(sink)s AND partition = %(partition)s
  AND position >= %(first)s - 1 AND position < %(last)s

-- name: drained
UPDATE sink_progress SET drained_at = clock_timestamp()
WHERE sink = %(sink)s AND partition = ANY(%(partitions)s::smallint[])

-- name: bury
INSERT INTO dead_letter (sink, tenant_id, user_id, memory_id, version, error)
SELECT %(sink)s, %(tenant_id)s, %(user_id)s, %(memory_id)s, %(version)s, %(error)s
WHERE NOT EXISTS (
    SELECT FROM dead_letter
    WHERE sink = %(sink)s AND redriven_at IS NULL AND tenant_id = %(tenant_id)s AND user_id = %(user_id)s
      AND memory_id = %(memory_id)s AND version = %(version)s)

-- name: positions
SELECT partition, position FROM sink_progress WHERE sink = %(sink)s
