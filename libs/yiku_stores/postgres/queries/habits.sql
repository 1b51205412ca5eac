-- name: withdraw_orders
DELETE FROM deed
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND source_kind = 'order' AND ref = ANY(%(refs)s)
RETURNING attribute

-- name: put_deeds
INSERT INTO deed (tenant_id, user_id, attribute, choice, ref, source_kind, at, draft, recorded_at)
SELECT tenant_id, user_id, attribute, choice, ref, source_kind, at, draft, recorded_at
FROM json_populate_recordset(NULL::deed, %(deeds)s::json)
ON CONFLICT DO NOTHING
RETURNING attribute

-- name: newest_deeds
SELECT deed.ref, deed.source_kind, deed.at, deed.draft
FROM unnest(%(attributes)s::text[]) AS slot (attribute)
CROSS JOIN LATERAL (
    SELECT ref, source_kind, at, draft FROM deed
    WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND attribute = slot.attribute
    ORDER BY at DESC, ref LIMIT %(depth)s
) AS deed

-- name: of_attributes
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND attribute = ANY(%(attributes)s)
  AND status IN ('active', 'pending_review')

-- name: refused
SELECT memory.attribute, memory.value, log.at
FROM memory JOIN memory_log AS log USING (tenant_id, user_id, memory_id, version)
WHERE memory.tenant_id = %(tenant_id)s AND memory.user_id = %(user_id)s AND memory.attribute = ANY(%(attributes)s)
  AND memory.status = 'retracted' AND NOT memory.explicit AND memory.value ? 'evidence' AND log.operation <> 'replaced'
