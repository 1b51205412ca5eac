-- name: known
SELECT tenant_id, key_hash, request_hash FROM idempotency
WHERE method = %(method)s
  AND (tenant_id, key_hash) IN (SELECT * FROM unnest(%(tenants)s::text[], %(hashes)s::bytea[]))

-- name: erasures
SELECT tenant_id, user_id, max(at) AS at FROM audit_log
WHERE action = 'erase'
  AND (tenant_id, user_id) IN (SELECT * FROM unnest(%(tenants)s::text[], %(names)s::text[]))
GROUP BY tenant_id, user_id

-- name: bury
INSERT INTO source_dead_letter (tenant_id, user_id, key_hash, field, reason, partition, position)
VALUES (%(tenant_id)s, %(user_id)s, %(key_hash)s, %(field)s, %(reason)s, %(partition)s, %(position)s)
ON CONFLICT DO NOTHING

-- name: answers
SELECT key_hash, response FROM idempotency
WHERE tenant_id = %(tenant_id)s AND method = %(method)s AND key_hash = ANY(%(hashes)s)

-- name: refusals
SELECT key_hash, field, reason FROM source_dead_letter
WHERE tenant_id = %(tenant_id)s AND key_hash = ANY(%(hashes)s) ORDER BY id
