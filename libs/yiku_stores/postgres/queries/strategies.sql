-- name: in_effect
SELECT DISTINCT ON (scene) scene, version, document, created_at FROM strategy
WHERE tenant_id = %(tenant_id)s
ORDER BY scene, version DESC

-- name: latest
SELECT scene, version, document, created_at FROM strategy
WHERE tenant_id = %(tenant_id)s AND scene = %(scene)s
ORDER BY version DESC LIMIT 1

-- name: one
SELECT scene, version, document, created_at FROM strategy
WHERE tenant_id = %(tenant_id)s AND scene = %(scene)s AND version = %(version)s

-- name: lock_scene
SELECT pg_advisory_xact_lock(hashtextextended(%(tenant_id)s || '/' || %(scene)s, 0))

-- name: put
INSERT INTO strategy (tenant_id, scene, version, document)
SELECT %(tenant_id)s, %(scene)s, coalesce(max(version), 0) + 1, %(document)s FROM strategy
WHERE tenant_id = %(tenant_id)s AND scene = %(scene)s
RETURNING scene, version, document, created_at

-- name: announce
SELECT pg_notify('yiku_strategy', %(tenant_id)s || '/' || %(scene)s)
