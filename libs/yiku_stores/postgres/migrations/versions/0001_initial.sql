-- The truth: memories, their append-only log, the outbox, and what hangs on them.

CREATE TABLE user_head (
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    bucket     smallint    NOT NULL,
    log_seq    bigint      NOT NULL DEFAULT 0,
    log_hash   bytea       NOT NULL DEFAULT ''::bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id)
);
COMMENT ON TABLE user_head IS 'One row a customer: its lock serialises that customer''s writes, and it holds the head of the log chain.';

CREATE TABLE memory (
    tenant_id       text        NOT NULL,
    user_id         text        NOT NULL,
    memory_id       uuid        NOT NULL,
    bucket          smallint    NOT NULL,
    kind            text        NOT NULL,
    nature          text        NOT NULL,
    attribute       text,
    slot            text,
    content         text        NOT NULL,
    content_key     bytea       NOT NULL,
    value           jsonb       NOT NULL,
    entities        jsonb       NOT NULL,
    relations       jsonb       NOT NULL,
    confidence      real        NOT NULL CHECK (confidence > 0 AND confidence <= 1),
    explicit        boolean     NOT NULL,
    event_time      timestamptz,
    event_precision text,
    valid_from      timestamptz NOT NULL,
    valid_to        timestamptz,
    recorded_at     timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    expires_at      timestamptz,
    energy          real        NOT NULL,
    evidence_count  integer     NOT NULL,
    status          text        NOT NULL,
    superseded_by   uuid,
    source          jsonb       NOT NULL,
    trace_id        text        NOT NULL,
    version         bigint      NOT NULL,
    tokens          tsvector    NOT NULL,
    bigrams         tsvector    NOT NULL,
    PRIMARY KEY (tenant_id, user_id, memory_id),
    CHECK (valid_to IS NULL OR valid_to >= valid_from)
) PARTITION BY HASH (tenant_id, user_id);
COMMENT ON COLUMN memory.slot IS 'Set where at most one memory may be active: the attribute, or attribute:identity.';
COMMENT ON COLUMN memory.content_key IS 'SHA-256 of the normal form of the content, for exact repeats.';

CREATE TABLE memory_p0 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE memory_p1 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE memory_p2 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE memory_p3 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE memory_p4 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE memory_p5 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE memory_p6 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE memory_p7 PARTITION OF memory FOR VALUES WITH (MODULUS 8, REMAINDER 7);

CREATE UNIQUE INDEX memory_slot ON memory (tenant_id, user_id, slot)
    WHERE slot IS NOT NULL AND status = 'active';
CREATE INDEX memory_content_key ON memory (tenant_id, user_id, content_key);
CREATE INDEX memory_bucket ON memory (bucket);
-- No GIN index on tokens and bigrams: @@ is not leakproof, so under row-level security Postgres would
-- not use one. A customer's rows are found by the primary key and matched one by one.

CREATE TABLE memory_log (
    tenant_id text        NOT NULL,
    user_id   text        NOT NULL,
    seq       bigint      NOT NULL,
    memory_id uuid        NOT NULL,
    version   bigint      NOT NULL,
    operation text        NOT NULL,
    snapshot  jsonb       NOT NULL,
    at        timestamptz NOT NULL,
    trace_id  text        NOT NULL,
    hash      bytea       NOT NULL,
    PRIMARY KEY (tenant_id, user_id, seq)
) PARTITION BY HASH (tenant_id, user_id);
COMMENT ON COLUMN memory_log.hash IS 'SHA-256 of the line before (empty at first) and of this line.';

CREATE TABLE memory_log_p0 PARTITION OF memory_log FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE memory_log_p1 PARTITION OF memory_log FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE memory_log_p2 PARTITION OF memory_log FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE memory_log_p3 PARTITION OF memory_log FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE INDEX memory_log_memory ON memory_log (tenant_id, user_id, memory_id);

CREATE FUNCTION memory_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('yiku.erasing', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'memory_log is append-only' USING ERRCODE = 'raise_exception';
END $$;
CREATE TRIGGER memory_log_append_only BEFORE UPDATE OR DELETE ON memory_log
    FOR EACH ROW EXECUTE FUNCTION memory_log_is_append_only();

CREATE TABLE outbox (
    seq                bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id                 uuid        NOT NULL,
    aggregatetype      text        NOT NULL,
    aggregateid        text        NOT NULL,
    type               text        NOT NULL,
    payload            bytea       NOT NULL,
    tracingspancontext text        NOT NULL DEFAULT '',
    tenant_id          text        NOT NULL,
    user_id            text        NOT NULL,
    memory_id          uuid        NOT NULL,
    version            bigint      NOT NULL,
    partition          smallint    NOT NULL,
    position           bigint,
    created_at         timestamptz NOT NULL DEFAULT now(),
    published_at       timestamptz
);
COMMENT ON COLUMN outbox.position IS 'Contiguous per partition, given by the one relay that holds the partition; the order in Kafka.';
CREATE INDEX outbox_unplaced ON outbox (partition, seq) WHERE position IS NULL;
CREATE UNIQUE INDEX outbox_placed ON outbox (partition, position) WHERE position IS NOT NULL;
CREATE INDEX outbox_user ON outbox (tenant_id, user_id, seq);

CREATE TABLE outbox_partition (
    partition      smallint    PRIMARY KEY,
    last_position  bigint      NOT NULL DEFAULT 0,
    published      bigint      NOT NULL DEFAULT 0,
    published_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN outbox_partition.published IS 'Rows up to this position were handed to the broker and acknowledged since published_at.';
INSERT INTO outbox_partition (partition) SELECT generate_series(0, 15);

CREATE TABLE relay_instance (
    relay_id text        PRIMARY KEY,
    seen_at  timestamptz NOT NULL
);

CREATE TABLE sink_progress (
    sink       text        NOT NULL,
    partition  smallint    NOT NULL,
    position   bigint      NOT NULL DEFAULT 0,
    applied_at timestamptz,
    drained_at timestamptz,
    PRIMARY KEY (sink, partition)
);
COMMENT ON COLUMN sink_progress.position IS 'The sink has applied every event of the partition up to this one.';
COMMENT ON COLUMN sink_progress.drained_at IS 'When the sink last found nothing more to read in the partition.';
INSERT INTO sink_progress (sink, partition)
    SELECT sink, partition FROM unnest(ARRAY['milvus', 'graph', 'cache']) AS sink, generate_series(0, 15) AS partition;

CREATE TABLE dead_letter (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sink       text        NOT NULL,
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    memory_id  uuid        NOT NULL,
    version    bigint      NOT NULL,
    error      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    redriven_at timestamptz
);
CREATE INDEX dead_letter_open ON dead_letter (sink) WHERE redriven_at IS NULL;

CREATE TABLE episode (
    tenant_id   text        NOT NULL,
    user_id     text        NOT NULL,
    episode_id  uuid        NOT NULL,
    source_kind text        NOT NULL,
    source_ref  text        NOT NULL,
    role        text        NOT NULL,
    content     text        NOT NULL,
    content_key bytea       NOT NULL,
    at          timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL,
    trace_id    text        NOT NULL,
    PRIMARY KEY (tenant_id, user_id, episode_id)
);
COMMENT ON TABLE episode IS 'Masked source segments; memories point to them.';
CREATE UNIQUE INDEX episode_source ON episode (tenant_id, user_id, source_kind, source_ref, at, content_key);

CREATE TABLE vault_key (
    tenant_id   text        NOT NULL,
    user_id     text        NOT NULL,
    master_id   text        NOT NULL,
    wrapped_key bytea       NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id)
);

CREATE TABLE vault (
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    token      text        NOT NULL,
    type       text        NOT NULL,
    sealed     bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id, token)
);
COMMENT ON COLUMN vault.sealed IS 'Nonce and AES-GCM-SIV ciphertext under the customer''s key; tenant, user, type and token are bound in.';

CREATE TABLE idempotency (
    tenant_id    text        NOT NULL,
    user_id      text        NOT NULL,
    method       text        NOT NULL,
    key_hash     bytea       NOT NULL,
    request_hash bytea       NOT NULL,
    response     bytea       NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, method, key_hash)
);
CREATE INDEX idempotency_age ON idempotency (created_at);
CREATE INDEX idempotency_user ON idempotency (tenant_id, user_id);

CREATE TABLE strategy (
    tenant_id  text        NOT NULL,
    scene      text        NOT NULL,
    version    integer     NOT NULL CHECK (version > 0),
    document   jsonb       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, scene, version)
);

CREATE TABLE trace (
    tenant_id  text        NOT NULL,
    trace_id   text        NOT NULL,
    kind       text        NOT NULL,
    user_id    text        NOT NULL,
    created_at timestamptz NOT NULL,
    record     jsonb       NOT NULL,
    PRIMARY KEY (tenant_id, trace_id, created_at, kind)
);
CREATE INDEX trace_recent ON trace (tenant_id, created_at DESC);
CREATE INDEX trace_user ON trace (tenant_id, user_id, created_at DESC);
CREATE INDEX trace_age ON trace (created_at);

CREATE TABLE audit_log (
    tenant_id text        NOT NULL,
    seq       bigint      GENERATED ALWAYS AS IDENTITY,
    at        timestamptz NOT NULL DEFAULT now(),
    actor     text        NOT NULL,
    action    text        NOT NULL,
    user_id   text        NOT NULL,
    detail    jsonb       NOT NULL,
    PRIMARY KEY (tenant_id, seq)
);

-- Two roles. yiku_app sees one tenant, named by the setting yiku.tenant_id; yiku_worker moves every
-- tenant's changes to the indexes. Neither owns a table.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'yiku_app') THEN CREATE ROLE yiku_app NOLOGIN; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'yiku_worker') THEN CREATE ROLE yiku_worker NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END $$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['user_head', 'memory', 'memory_log', 'outbox', 'episode', 'vault_key', 'vault',
                                'idempotency', 'strategy', 'trace', 'audit_log', 'dead_letter'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO yiku_app USING (tenant_id = current_setting(''yiku.tenant_id'', true))', name);
        EXECUTE format('CREATE POLICY worker ON %I TO yiku_worker USING (true)', name);
    END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO yiku_app, yiku_worker;
GRANT SELECT, INSERT, UPDATE ON user_head, memory, episode, vault_key, vault, idempotency, trace, outbox TO yiku_app;
GRANT SELECT, INSERT ON memory_log, strategy, audit_log TO yiku_app;
GRANT DELETE ON user_head, memory, memory_log, episode, vault_key, vault, idempotency, trace, outbox, dead_letter TO yiku_app;
GRANT SELECT ON sink_progress, outbox_partition, dead_letter TO yiku_app;
GRANT SELECT ON user_head, memory, memory_log, strategy, audit_log TO yiku_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox, outbox_partition, relay_instance, sink_progress, dead_letter TO yiku_worker;
GRANT SELECT, DELETE ON idempotency, trace TO yiku_worker;
GRANT SELECT, UPDATE ON user_head TO yiku_worker;
