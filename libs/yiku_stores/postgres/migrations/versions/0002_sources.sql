-- Deeds that habits rest on, and sources that could not be used.

CREATE TABLE deed (
    tenant_id   text        NOT NULL,
    user_id     text        NOT NULL,
    attribute   text        NOT NULL,
    choice      text        NOT NULL,
    ref         text        NOT NULL,
    source_kind text        NOT NULL,
    at          timestamptz NOT NULL,
    draft       jsonb       NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, attribute, choice, ref, source_kind)
);
COMMENT ON TABLE deed IS 'What a customer did, masked: enough deeds of a kind make an inferred memory.';
COMMENT ON COLUMN deed.ref IS 'The occasion: an order or an event. It counts once for a choice, whoever tells of it.';
CREATE INDEX deed_newest ON deed (tenant_id, user_id, attribute, at DESC, ref);

CREATE TABLE source_dead_letter (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    key_hash   bytea       NOT NULL,
    field      text        NOT NULL,
    reason     text        NOT NULL,
    partition  smallint    NOT NULL,
    position   bigint      NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE source_dead_letter IS 'Sources from Kafka that cannot become memories: which and why, never what they said.';
COMMENT ON COLUMN source_dead_letter.key_hash IS 'SHA-256 of tenant and idempotency key, or of the record where it has none that can be read.';
COMMENT ON COLUMN source_dead_letter.field IS 'What is wrong within the source; empty where it is the whole of it.';
CREATE UNIQUE INDEX source_dead_letter_once ON source_dead_letter (tenant_id, user_id, key_hash, field);

CREATE INDEX audit_erasures ON audit_log (tenant_id, user_id) WHERE action = 'erase';

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['deed', 'source_dead_letter'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO yiku_app USING (tenant_id = current_setting(''yiku.tenant_id'', true))', name);
        EXECUTE format('CREATE POLICY worker ON %I TO yiku_worker USING (true)', name);
    END LOOP;
END $$;

GRANT SELECT, INSERT, DELETE ON deed TO yiku_app;
GRANT SELECT, INSERT, DELETE ON source_dead_letter TO yiku_app;
GRANT SELECT, INSERT ON source_dead_letter TO yiku_worker;
