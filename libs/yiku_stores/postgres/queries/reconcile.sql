-- name: digests
SELECT bucket, count(*) AS held,
       sum(('x' || left(md5(memory_id::text || ':' || version::text), 15))::bit(60)::bigint)::text AS digest
FROM memory
WHERE bucket = ANY(%(buckets)s::smallint[]) AND status IN ('active', 'superseded')
GROUP BY bucket

-- name: expected
SELECT tenant_id, user_id, memory_id, version, status IN ('active', 'superseded') AS indexed
FROM memory WHERE bucket = ANY(%(buckets)s::smallint[])

-- name: pending
SELECT DISTINCT outbox.memory_id
FROM outbox JOIN sink_progress ON sink_progress.partition = outbox.partition AND sink_progress.sink = %(sink)s
WHERE outbox.partition = ANY(%(partitions)s::smallint[])
  AND (outbox.position IS NULL OR outbox.position > sink_progress.position)

-- name: memories
SELECT * FROM memory WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = ANY(%(ids)s)

-- name: counts
SELECT (SELECT count(*) FROM memory WHERE status = 'active') AS memories,
       (SELECT count(*) FROM memory_log) AS log_lines,
       (SELECT count(*) FROM outbox) AS outbox

-- name: all_indexed
SELECT DISTINCT tenant_id, user_id FROM memory WHERE status IN ('active', 'superseded')

-- name: ids_of_user
SELECT memory_id FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND status IN ('active', 'superseded')

-- name: lag
SELECT sink_progress.sink,
       count(outbox.seq) AS pending,
       coalesce(extract(epoch FROM clock_timestamp() - min(outbox.created_at)), 0)::float8 AS oldest_seconds,
       max(sink_progress.applied_at) AS last_applied_at,
       (SELECT count(*) FROM dead_letter WHERE dead_letter.sink = sink_progress.sink AND redriven_at IS NULL) AS dead_letters
FROM sink_progress
LEFT JOIN outbox ON outbox.partition = sink_progress.partition
     AND (outbox.position IS NULL OR outbox.position > sink_progress.position)
GROUP BY sink_progress.sink ORDER BY sink_progress.sink

-- name: unpublished
SELECT count(*) AS unpublished FROM outbox JOIN outbox_partition USING (partition)
WHERE outbox.position IS NULL OR outbox.position > outbox_partition.published

-- name: forget_answers
DELETE FROM idempotency WHERE created_at < now() - make_interval(days => %(days)s)

-- name: forget_traces
DELETE FROM trace WHERE created_at < now() - make_interval(days => %(days)s)

-- name: recallable
SELECT memory_id, version FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = ANY(%(ids)s)
  AND status IN ('active', 'superseded')

-- name: asked
SELECT clarification_id FROM clarification
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND clarification_id = ANY(%(questions)s) AND ending IS NULL

-- name: buried
SELECT memory_id, version FROM dead_letter WHERE sink = %(sink)s AND redriven_at IS NULL AND memory_id = ANY(%(ids)s)
