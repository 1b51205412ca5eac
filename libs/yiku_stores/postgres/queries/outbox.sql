-- name: place
WITH head AS (
    SELECT partition, last_position FROM outbox_partition
    WHERE partition = ANY(%(partitions)s::smallint[]) ORDER BY partition FOR UPDATE
), picked AS (
    SELECT seq, partition, row_number() OVER (PARTITION BY partition ORDER BY seq) AS n
    FROM (SELECT seq, partition FROM outbox
          WHERE position IS NULL AND partition = ANY(%(partitions)s::smallint[])
          ORDER BY seq LIMIT %(limit)s) AS next
), placed AS (
    UPDATE outbox SET position = head.last_position + picked.n
    FROM picked JOIN head USING (partition)
    WHERE outbox.seq = picked.seq
    RETURNING outbox.partition
), counts AS (
    SELECT partition, count(*) AS n FROM placed GROUP BY partition
)
UPDATE outbox_partition SET last_position = last_position + counts.n
FROM counts WHERE counts.partition = outbox_partition.partition

-- name: to_publish
SELECT outbox.partition, outbox.position, outbox.aggregateid, outbox.payload, outbox.tracingspancontext
FROM outbox_partition
JOIN outbox ON outbox.partition = outbox_partition.partition AND outbox.position > outbox_partition.published
WHERE outbox_partition.partition = ANY(%(partitions)s::smallint[])
  AND outbox_partition.last_position > outbox_partition.published
ORDER BY outbox.position
LIMIT %(limit)s

-- name: mark_published
UPDATE outbox_partition SET published = done.position, published_at = clock_timestamp()
FROM unnest(%(partitions)s::smallint[], %(positions)s::bigint[]) AS done (partition, position)
WHERE outbox_partition.partition = done.partition AND outbox_partition.published < done.position

-- name: rewind_lost
WITH lost AS (
    SELECT outbox_partition.partition, min(sink_progress.position) AS position
    FROM outbox_partition JOIN sink_progress USING (partition)
    WHERE outbox_partition.partition = ANY(%(partitions)s::smallint[])
      AND sink_progress.position < outbox_partition.published
      AND sink_progress.drained_at > outbox_partition.published_at + make_interval(secs => %(grace_s)s)
    GROUP BY outbox_partition.partition
)
UPDATE outbox_partition SET published = lost.position, published_at = clock_timestamp()
FROM lost WHERE lost.partition = outbox_partition.partition
RETURNING outbox_partition.partition, outbox_partition.published

-- name: prune
DELETE FROM outbox USING (
    SELECT partition, min(position) AS position FROM sink_progress
    WHERE partition = ANY(%(partitions)s::smallint[]) GROUP BY partition
) AS done
WHERE outbox.partition = done.partition AND outbox.position <= done.position

-- name: lease
SELECT pg_try_advisory_lock(%(space)s, %(partition)s) AS held

-- name: release
SELECT pg_advisory_unlock(%(space)s, %(partition)s)

-- name: beat
INSERT INTO relay_instance (relay_id, seen_at) VALUES (%(relay_id)s, clock_timestamp())
ON CONFLICT (relay_id) DO UPDATE SET seen_at = clock_timestamp()

-- name: alive
SELECT count(*) AS alive FROM relay_instance WHERE seen_at > clock_timestamp() - interval '3 seconds'

-- name: leave
DELETE FROM relay_instance WHERE relay_id = %(relay_id)s OR seen_at < clock_timestamp() - interval '1 hour'

-- name: lock_scope
SELECT 1 FROM user_head WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s FOR UPDATE
