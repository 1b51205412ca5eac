-- name: insert
INSERT INTO trace (tenant_id, trace_id, kind, user_id, created_at, record)
SELECT %(tenant_id)s, made.trace_id, made.kind, made.user_id, made.created_at, made.record
FROM jsonb_to_recordset(%(rows)s::jsonb)
     AS made (trace_id text, kind text, user_id text, created_at timestamptz, record jsonb)
ON CONFLICT (tenant_id, trace_id, created_at, kind) DO UPDATE SET record = EXCLUDED.record

-- name: get
SELECT tenant_id, trace_id, kind, user_id, created_at, record FROM trace
WHERE tenant_id = %(tenant_id)s AND trace_id = %(trace_id)s
ORDER BY kind

-- name: list
SELECT tenant_id, trace_id, kind, user_id, created_at, record FROM trace
WHERE tenant_id = %(tenant_id)s
  AND (%(user_id)s = '' OR user_id = %(user_id)s) AND (%(kind)s = '' OR kind = %(kind)s)
ORDER BY created_at DESC LIMIT %(limit)s
