-- name: lock_user
INSERT INTO user_head AS head (tenant_id, user_id, bucket)
VALUES (%(tenant_id)s, %(user_id)s, %(bucket)s)
ON CONFLICT (tenant_id, user_id) DO UPDATE SET bucket = head.bucket
RETURNING log_seq, log_hash

-- name: find_answer
SELECT request_hash, response FROM idempotency
WHERE tenant_id = %(tenant_id)s AND method = %(method)s AND key_hash = %(key_hash)s

-- name: neighbours
SELECT memory.*, FALSE AS same_source, NULL::jsonb AS asked FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND status IN ('active', 'pending_review') AND kind <> 'summary'
  AND (content_key = ANY(%(content_keys)s) OR slot = ANY(%(slots)s))
UNION ALL
SELECT memory.*, FALSE AS same_source, to_jsonb(clarification) AS asked
FROM clarification JOIN memory ON memory.memory_id IN (clarification.said, clarification.inferred)
WHERE clarification.tenant_id = %(tenant_id)s AND clarification.user_id = %(user_id)s AND ending IS NULL
  AND memory.tenant_id = %(tenant_id)s AND memory.user_id = %(user_id)s
UNION ALL
SELECT memory.*, TRUE AS same_source, NULL::jsonb AS asked FROM memory
WHERE cardinality(%(source_kinds)s::text[]) > 0
  AND tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND status = 'active'
  AND (source ->> 'kind', source ->> 'ref') IN (SELECT * FROM unnest(%(source_kinds)s::text[], %(source_refs)s::text[]))

-- name: known_episodes
SELECT episode_id, source_kind, source_ref, at, content_key FROM episode
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s
  AND (source_kind, source_ref, content_key) IN (SELECT * FROM unnest(%(kinds)s::text[], %(refs)s::text[], %(keys)s::bytea[]))

-- name: insert_all
WITH memories AS (
    INSERT INTO memory (tenant_id, user_id, memory_id, bucket, kind, nature, attribute, slot, content, content_key, value, entities,
                        relations, confidence, explicit, event_time, event_precision, valid_from, valid_to, recorded_at, updated_at,
                        expires_at, energy, evidence_count, status, superseded_by, source, trace_id, version, tokens, bigrams)
    SELECT tenant_id, user_id, memory_id, bucket, kind, nature, attribute, slot, content, content_key, value, entities,
           relations, confidence, explicit, event_time, event_precision, valid_from, valid_to, recorded_at, updated_at,
           expires_at, energy, evidence_count, status, superseded_by, source, trace_id, version, tokens, bigrams
    FROM json_populate_recordset(NULL::memory, %(memories)s::json)
), log_lines AS (
    INSERT INTO memory_log (tenant_id, user_id, seq, memory_id, version, operation, snapshot, at, trace_id, hash)
    SELECT tenant_id, user_id, seq, memory_id, version, operation, snapshot, at, trace_id, hash
    FROM json_populate_recordset(NULL::memory_log, %(log)s::json)
), head AS (
    UPDATE user_head SET log_seq = %(log_seq)s, log_hash = %(log_hash)s
    WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s
), answer AS (
    INSERT INTO idempotency (tenant_id, user_id, method, key_hash, request_hash, response)
    SELECT tenant_id, user_id, method, key_hash, request_hash, response
    FROM json_populate_recordset(NULL::idempotency, %(answers)s::json)
)
INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, tracingspancontext, tenant_id, user_id, memory_id, version, partition)
SELECT id, 'memory', aggregateid, type, payload, tracingspancontext, tenant_id, user_id, memory_id, version, partition
FROM json_populate_recordset(NULL::outbox, %(outbox)s::json)
RETURNING seq

-- name: insert_sources
WITH episodes AS (
    INSERT INTO episode (tenant_id, user_id, episode_id, source_kind, source_ref, role, content, content_key, at, recorded_at, trace_id)
    SELECT tenant_id, user_id, episode_id, source_kind, source_ref, role, content, content_key, at, recorded_at, trace_id
    FROM json_populate_recordset(NULL::episode, %(episodes)s::json)
    ON CONFLICT DO NOTHING
    RETURNING tenant_id, user_id, source_kind, source_ref, role, recorded_at
), conversations AS (
    INSERT INTO conversation AS known (tenant_id, user_id, source_ref, waiting, last_heard)
    SELECT tenant_id, user_id, source_ref, count(*) FILTER (WHERE lower(role) IN ('user', 'customer')), max(recorded_at)
    FROM episodes WHERE source_kind = 'dialogue' GROUP BY tenant_id, user_id, source_ref
    ON CONFLICT (tenant_id, user_id, source_ref) DO UPDATE
    SET waiting = known.waiting + EXCLUDED.waiting, last_heard = greatest(known.last_heard, EXCLUDED.last_heard)
)
INSERT INTO vault (tenant_id, user_id, token, type, sealed)
SELECT tenant_id, user_id, token, type, sealed FROM json_populate_recordset(NULL::vault, %(secrets)s::json)
ON CONFLICT (tenant_id, user_id, token) DO NOTHING

-- name: update_memory
UPDATE memory SET
    kind = %(kind)s, nature = %(nature)s, attribute = %(attribute)s,
    slot = %(slot)s, content = %(content)s, content_key = %(content_key)s, value = %(value)s, entities = %(entities)s,
    relations = %(relations)s, confidence = %(confidence)s, explicit = %(explicit)s, valid_to = %(valid_to)s,
    updated_at = %(updated_at)s, expires_at = %(expires_at)s, energy = %(energy)s, evidence_count = %(evidence_count)s,
    status = %(status)s, superseded_by = %(superseded_by)s, trace_id = %(trace_id)s, version = %(version)s,
    tokens = %(tokens)s::tsvector, bigrams = %(bigrams)s::tsvector
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s

-- name: open_reviews
INSERT INTO review_item (tenant_id, user_id, memory_id, reason, opened_at)
SELECT tenant_id, user_id, memory_id, reason, opened_at FROM json_populate_recordset(NULL::review_item, %(items)s::json)

-- name: leave_queue
UPDATE review_item SET decision = 'withdrawn', decided_at = %(now)s
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = ANY(%(ids)s) AND decision IS NULL

-- name: put_clarifications
INSERT INTO clarification (tenant_id, user_id, clarification_id, attribute, slot, question, said, inferred, opened_at, expires_at,
                           closed_at, ending, standing)
SELECT tenant_id, user_id, clarification_id, attribute, slot, question, said, inferred, opened_at, expires_at, closed_at, ending, standing
FROM json_populate_recordset(NULL::clarification, %(rows)s::json)
ON CONFLICT (tenant_id, user_id, clarification_id) DO UPDATE
SET question = EXCLUDED.question, closed_at = EXCLUDED.closed_at, ending = EXCLUDED.ending, standing = EXCLUDED.standing

-- name: put_outbox
INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, tracingspancontext, tenant_id, user_id, memory_id, version, partition)
VALUES (%(id)s, 'memory', %(aggregateid)s, %(type)s, %(payload)s, %(tracingspancontext)s, %(tenant_id)s, %(user_id)s, %(memory_id)s,
        %(version)s, %(partition)s)
RETURNING seq

-- name: new_vault_key
INSERT INTO vault_key (tenant_id, user_id, master_id, wrapped_key)
VALUES (%(tenant_id)s, %(user_id)s, %(master_id)s, %(wrapped_key)s)
ON CONFLICT (tenant_id, user_id) DO NOTHING

-- name: vault_key
SELECT master_id, wrapped_key FROM vault_key WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: one_for_update
SELECT * FROM memory
WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s AND memory_id = %(memory_id)s
FOR UPDATE

-- name: all_of_user
SELECT * FROM memory WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: undelivered
SELECT DISTINCT outbox.seq FROM outbox
JOIN sink_progress USING (partition)
WHERE outbox.seq = ANY(%(seqs)s::bigint[]) AND outbox.tenant_id = %(tenant_id)s
  AND (outbox.position IS NULL OR outbox.position > sink_progress.position)

-- name: outbox_of_user
SELECT seq, memory_id, version FROM outbox WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: blank_outbox
UPDATE outbox SET payload = %(payload)s, type = 'delete' WHERE seq = %(seq)s

-- name: allow_erasing
SELECT set_config('yiku.erasing', 'on', true)

-- name: erase_memory
DELETE FROM memory WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s RETURNING memory_id, version

-- name: erase_log
DELETE FROM memory_log WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_episode
DELETE FROM episode WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_vault
DELETE FROM vault WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_vault_key
DELETE FROM vault_key WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_idempotency
DELETE FROM idempotency WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_trace
DELETE FROM trace WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_dead_letter
DELETE FROM dead_letter WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_deed
DELETE FROM deed WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_review_item
DELETE FROM review_item WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_clarification
DELETE FROM clarification WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_source_dead_letter
DELETE FROM source_dead_letter WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_conversation
DELETE FROM conversation WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_session_summary
DELETE FROM session_summary WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: erase_head
DELETE FROM user_head WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s

-- name: audit
INSERT INTO audit_log (tenant_id, actor, action, user_id, detail)
VALUES (%(tenant_id)s, %(actor)s, %(action)s, %(user_id)s, %(detail)s)
