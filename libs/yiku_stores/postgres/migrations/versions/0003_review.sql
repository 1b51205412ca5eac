-- What a person decides about unsure memories, and what the customer is asked.

CREATE TABLE review_item (
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    memory_id  uuid        NOT NULL,
    reason     text        NOT NULL,
    opened_at  timestamptz NOT NULL,
    decided_at timestamptz,
    actor      text        NOT NULL DEFAULT '',
    decision   text        CHECK (decision IN ('approve', 'reject', 'edit', 'withdrawn')),
    edited     jsonb,
    result     jsonb,
    text       text        NOT NULL DEFAULT '',
    before     jsonb       NOT NULL DEFAULT '[]',
    PRIMARY KEY (tenant_id, user_id, memory_id),
    CHECK ((decision IS NULL) = (decided_at IS NULL))
);
COMMENT ON TABLE review_item IS 'Memories that wait for a person, and each decision with the words it was made on: training data.';
COMMENT ON COLUMN review_item.text IS 'Masked source words as they were when it was decided; open items read them from episode.';
COMMENT ON COLUMN review_item.result IS 'What the decision led to, as it was answered.';
CREATE INDEX review_item_open ON review_item (tenant_id, memory_id) WHERE decision IS NULL;
CREATE INDEX review_item_decided ON review_item (tenant_id, memory_id) WHERE decision IS NOT NULL;

CREATE TABLE clarification (
    tenant_id        text        NOT NULL,
    user_id          text        NOT NULL,
    clarification_id uuid        NOT NULL,
    attribute        text        NOT NULL,
    slot             text        NOT NULL,
    question         text        NOT NULL,
    said             uuid        NOT NULL,
    inferred         uuid        NOT NULL,
    opened_at        timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    closed_at        timestamptz,
    ending           text,
    standing         uuid,
    PRIMARY KEY (tenant_id, user_id, clarification_id),
    CHECK ((ending IS NULL) = (closed_at IS NULL))
);
COMMENT ON TABLE clarification IS 'Questions to the customer: a stated memory against an inferred one that waits.';
COMMENT ON COLUMN clarification.ending IS 'said, inferred, other, replaced, withdrawn or expired; open while null.';
CREATE UNIQUE INDEX clarification_open ON clarification (tenant_id, user_id, slot) WHERE ending IS NULL;
CREATE INDEX clarification_queue ON clarification (tenant_id, clarification_id) WHERE ending IS NULL;

-- Memories that waited before there was a queue.
INSERT INTO review_item (tenant_id, user_id, memory_id, reason, opened_at)
SELECT tenant_id, user_id, memory_id, CASE WHEN explicit THEN 'low_confidence' ELSE 'contradicts_explicit' END, recorded_at
FROM memory WHERE status = 'pending_review';

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['review_item', 'clarification'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO yiku_app USING (tenant_id = current_setting(''yiku.tenant_id'', true))', name);
        EXECUTE format('CREATE POLICY worker ON %I TO yiku_worker USING (true)', name);
    END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON review_item, clarification TO yiku_app;
GRANT SELECT ON review_item, clarification TO yiku_worker;
