-- name: open_of_customer
SELECT * FROM clarification
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND ending IS NULL AND expires_at > %(now)s
ORDER BY opened_at DESC, clarification_id DESC LIMIT %(limit)s

-- name: open_of_tenant
SELECT * FROM clarification
WHERE tenant_id = %(tenant_id)s AND ending IS NULL AND expires_at > %(now)s
  AND (%(user_id)s = '' OR user_id = %(user_id)s)
  AND clarification_id > %(after)s
ORDER BY clarification_id LIMIT %(limit)s

-- name: one_clarification
SELECT * FROM clarification
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND clarification_id = %(clarification_id)s

-- name: open_items
SELECT memory.*, item.reason, item.opened_at, item.decision, item.decided_at, item.actor, item.edited,
       coalesce(told.content, '') AS text, coalesce(earlier.turns, '[]') AS before
FROM review_item AS item
JOIN memory USING (tenant_id, user_id, memory_id)
LEFT JOIN episode AS told ON told.tenant_id = item.tenant_id AND told.user_id = item.user_id
     AND told.episode_id = nullif(memory.source ->> 'episode_id', '')::uuid
LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('role', turn.role, 'text', turn.content) ORDER BY turn.at, turn.episode_id) AS turns
    FROM (SELECT role, content, at, episode_id FROM episode
          WHERE tenant_id = told.tenant_id AND user_id = told.user_id AND source_kind = told.source_kind
            AND source_ref = told.source_ref AND told.source_ref <> '' AND (at, episode_id) < (told.at, told.episode_id)
          ORDER BY at DESC, episode_id DESC LIMIT 4) AS turn
) AS earlier ON true
WHERE item.tenant_id = %(tenant_id)s AND item.decision IS NULL
  AND (%(user_id)s = '' OR item.user_id = %(user_id)s)
  AND (%(memory_id)s::uuid IS NULL OR item.memory_id = %(memory_id)s)
  AND (%(reason)s = '' OR item.reason = %(reason)s)
  AND (%(kind)s = '' OR memory.kind = %(kind)s)
  AND item.memory_id > %(after)s
ORDER BY item.memory_id LIMIT %(limit)s

-- name: decided_items
SELECT memory.*, item.reason, item.opened_at, item.decision, item.decided_at, item.actor, item.edited, item.text, item.before
FROM review_item AS item
JOIN memory USING (tenant_id, user_id, memory_id)
WHERE item.tenant_id = %(tenant_id)s AND item.decision IS NOT NULL AND item.decision <> 'withdrawn'
  AND (%(user_id)s = '' OR item.user_id = %(user_id)s)
  AND (%(reason)s = '' OR item.reason = %(reason)s)
  AND (%(kind)s = '' OR memory.kind = %(kind)s)
  AND item.memory_id > %(after)s
ORDER BY item.memory_id LIMIT %(limit)s

-- name: one_item
SELECT decision, edited, result FROM review_item
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s

-- name: decide
UPDATE review_item SET decision = %(decision)s, decided_at = %(now)s, actor = %(actor)s, edited = %(edited)s, result = %(result)s,
                       text = %(text)s, before = %(before)s
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s
