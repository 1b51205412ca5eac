-- name: strata
SELECT kind, source ->> 'kind' AS source_kind, count(*) AS live FROM memory
WHERE tenant_id = %(tenant_id)s AND status = 'active' AND (expires_at IS NULL OR expires_at > %(now)s)
GROUP BY kind, source ->> 'kind' ORDER BY kind, source ->> 'kind'

-- name: draw
SELECT drawn.*, coalesce(told.content, '') AS text, coalesce(earlier.turns, '[]') AS before
FROM unnest(%(kinds)s::text[], %(source_kinds)s::text[], %(counts)s::int[]) AS wanted (kind, source_kind, count)
CROSS JOIN LATERAL (
    SELECT * FROM memory
    WHERE tenant_id = %(tenant_id)s AND status = 'active' AND (expires_at IS NULL OR expires_at > %(now)s)
      AND memory.kind = wanted.kind AND source ->> 'kind' = wanted.source_kind
    ORDER BY md5(%(seed)s || memory_id::text) LIMIT wanted.count
) AS drawn
LEFT JOIN episode AS told ON told.tenant_id = drawn.tenant_id AND told.user_id = drawn.user_id
     AND told.episode_id = nullif(drawn.source ->> 'episode_id', '')::uuid
LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('role', turn.role, 'text', turn.content) ORDER BY turn.at, turn.episode_id) AS turns
    FROM (SELECT role, content, at, episode_id FROM episode
          WHERE tenant_id = told.tenant_id AND user_id = told.user_id AND source_kind = told.source_kind
            AND source_ref = told.source_ref AND told.source_ref <> '' AND (at, episode_id) < (told.at, told.episode_id)
          ORDER BY at DESC, episode_id DESC LIMIT 4) AS turn
) AS earlier ON true
ORDER BY md5(%(seed)s || drawn.memory_id::text)
