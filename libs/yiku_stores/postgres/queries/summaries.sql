-- name: end
UPDATE conversation SET ended_at = %(now)s
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_ref = %(source_ref)s

-- name: waiting_conversations
SELECT tenant_id, user_id, source_ref FROM conversation
WHERE waiting >= %(turns)s OR ended_at IS NOT NULL OR last_heard <= %(silent_since)s
ORDER BY last_heard LIMIT %(limit)s

-- name: claim
UPDATE session_summary AS summary
SET claimed_until = %(now)s::timestamptz + %(lease_s)s * interval '1 second', attempts = summary.attempts + 1
FROM (
    SELECT tenant_id, user_id, level, name FROM session_summary
    WHERE due_at <= %(now)s AND (claimed_until IS NULL OR claimed_until <= %(now)s) AND attempts < %(attempts)s
    ORDER BY due_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED
) AS due
WHERE summary.tenant_id = due.tenant_id AND summary.user_id = due.user_id AND summary.level = due.level AND summary.name = due.name
RETURNING summary.tenant_id, summary.user_id, summary.level, summary.name

-- name: lock_known_user
SELECT log_seq FROM user_head WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s FOR UPDATE

-- name: conversation
SELECT waiting, last_heard, ended_at, sitting FROM conversation
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_ref = %(source_ref)s FOR UPDATE

-- name: waiting_turns
SELECT episode_id, lower(role) IN ('user', 'customer') AS by_customer, at FROM episode
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_ref = %(source_ref)s
  AND source_kind = 'dialogue' AND segment IS NULL
ORDER BY at, episode_id LIMIT %(limit)s

-- name: mark_turns
UPDATE episode SET segment = %(segment)s
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND episode_id = ANY(%(episodes)s)

-- name: put_segment
INSERT INTO session_summary (tenant_id, user_id, level, name, source_ref, sitting, starts_at, ends_at, turns, episodes, due_at)
VALUES (%(tenant_id)s, %(user_id)s, 'segment', %(name)s, %(source_ref)s, %(sitting)s, %(starts_at)s, %(ends_at)s, %(turns)s,
        %(episodes)s, %(now)s)

-- name: keep_conversation
UPDATE conversation SET waiting = waiting - %(taken)s, sitting = %(sitting)s
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_ref = %(source_ref)s

-- name: close_conversation
DELETE FROM conversation
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_ref = %(source_ref)s

-- name: close_sitting
INSERT INTO session_summary AS known (tenant_id, user_id, level, name, source_ref, sitting, starts_at, ends_at, due_at)
SELECT tenant_id, user_id, 'session', sitting::text, min(source_ref), sitting, min(starts_at), max(ends_at), %(due_at)s
FROM session_summary
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = 'segment' AND sitting = %(sitting)s
GROUP BY tenant_id, user_id, sitting HAVING count(*) > 1
ON CONFLICT (tenant_id, user_id, level, name) DO UPDATE SET ends_at = EXCLUDED.ends_at, due_at = EXCLUDED.due_at, attempts = 0

-- name: one
SELECT * FROM session_summary
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = %(level)s AND name = %(name)s

-- name: turns
SELECT episode_id, lower(role) IN ('user', 'customer') AS by_customer, content, at, recorded_at, trace_id FROM episode
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND episode_id = ANY(%(episodes)s)
ORDER BY at, episode_id

-- name: kept
SELECT memory_id, content, status = 'active' AS active, coalesce(source ->> 'episode_id', '') AS episode_id, source -> 'span' AS span
FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND kind NOT IN ('summary', 'insight')
  AND (source ->> 'episode_id' = ANY(%(episodes)s)
       OR memory_id IN (SELECT memory_id FROM memory_log
                        WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND operation = 'merge'
                          AND (at, trace_id) IN (SELECT * FROM unnest(%(heard)s::timestamptz[], %(traces)s::text[]))))
ORDER BY memory_id

-- name: withdrawn
SELECT log.operation, log.at, earlier.snapshot AS before, log.snapshot AS after
FROM memory_log AS log
JOIN memory_log AS earlier ON earlier.tenant_id = log.tenant_id AND earlier.user_id = log.user_id
     AND earlier.memory_id = log.memory_id AND earlier.version = log.version - 1
WHERE log.tenant_id = %(tenant_id)s AND log.user_id = %(user_id)s AND log.operation = ANY(%(operations)s)
  AND log.snapshot ->> 'kind' NOT IN ('summary', 'insight') AND log.at >= %(since)s
ORDER BY log.seq

-- name: segments_of_sitting
SELECT name, sitting, starts_at, ends_at, turns, lines, sources, memory_id, status = 'active' AS told
FROM session_summary LEFT JOIN memory USING (tenant_id, user_id, memory_id)
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = 'segment' AND sitting = %(sitting)s AND lines <> '[]'
ORDER BY starts_at, name

-- name: segments_of_period
SELECT name, sitting, starts_at, ends_at, turns, lines, sources, memory_id, status = 'active' AS told
FROM session_summary LEFT JOIN memory USING (tenant_id, user_id, memory_id)
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = 'segment'
  AND starts_at >= %(start)s AND starts_at < %(end)s AND lines <> '[]'
ORDER BY starts_at, name

-- name: done
UPDATE session_summary
SET lines = %(lines)s, sources = %(sources)s, turns = %(turns)s, memory_id = %(memory_id)s,
    due_at = NULL, claimed_until = NULL, attempts = 0
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = %(level)s AND name = %(name)s

-- name: release
UPDATE session_summary SET claimed_until = NULL, attempts = 0
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = %(level)s AND name = %(name)s

-- name: session_due
UPDATE session_summary SET due_at = %(now)s, attempts = 0
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = 'session' AND name = %(name)s AND NOT refused

-- name: period_due
INSERT INTO session_summary AS known (tenant_id, user_id, level, name, starts_at, ends_at, due_at)
VALUES (%(tenant_id)s, %(user_id)s, %(level)s, %(name)s, %(start)s, %(end)s, %(due_at)s)
ON CONFLICT (tenant_id, user_id, level, name) DO UPDATE SET due_at = EXCLUDED.due_at, attempts = 0
WHERE NOT known.refused

-- name: segments_resting_on
SELECT level, name, memory_id FROM session_summary
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level = 'segment' AND sources && %(ids)s

-- name: longer_ones
SELECT level, name, memory_id FROM session_summary
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND level <> 'segment' AND sources && %(segments)s

-- name: all_that_is_said
SELECT summary.level, summary.name, summary.memory_id, summary.lines, coalesce(memory.content, '') AS content
FROM session_summary AS summary
LEFT JOIN memory ON memory.tenant_id = summary.tenant_id AND memory.user_id = summary.user_id
     AND memory.memory_id = summary.memory_id AND memory.status = 'active'
WHERE summary.tenant_id = %(tenant_id)s AND summary.user_id = %(user_id)s

-- name: memories
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = ANY(%(ids)s)

-- name: closed_summaries
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND kind = 'summary' AND status = 'superseded'

-- name: let_go
UPDATE session_summary
SET lines = '[]', attempts = 0,
    due_at = CASE WHEN refused THEN NULL WHEN level = 'segment' THEN %(now)s::timestamptz
                  ELSE %(now)s::timestamptz + interval '1 minute' END
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s
  AND (level, name) IN (SELECT * FROM unnest(%(levels)s::text[], %(names)s::text[]))

-- name: refuse
UPDATE session_summary SET refused = true, due_at = NULL
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = ANY(%(ids)s)
RETURNING level, name, memory_id
