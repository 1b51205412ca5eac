-- Which conversations wait to be summed up, and what the summaries rest on.

ALTER TABLE episode ADD COLUMN segment uuid;
COMMENT ON COLUMN episode.segment IS 'The first turn of the segment that this turn of a dialogue was cut into; null while it waits.';
CREATE INDEX episode_waiting ON episode (tenant_id, user_id, source_ref) WHERE segment IS NULL AND source_kind = 'dialogue';

CREATE TABLE conversation (
    tenant_id  text        NOT NULL,
    user_id    text        NOT NULL,
    source_ref text        NOT NULL,
    waiting    integer     NOT NULL,
    last_heard timestamptz NOT NULL,
    ended_at   timestamptz,
    sitting    uuid,
    PRIMARY KEY (tenant_id, user_id, source_ref)
);
COMMENT ON TABLE conversation IS 'Sessions that go on, or of which turns are not summed up; a row goes when nothing waits.';
COMMENT ON COLUMN conversation.waiting IS 'Turns of the customer that belong to no segment yet.';
COMMENT ON COLUMN conversation.sitting IS 'The first segment since the session began or was taken up again.';
CREATE INDEX conversation_heard ON conversation (last_heard);

CREATE TABLE session_summary (
    tenant_id     text        NOT NULL,
    user_id       text        NOT NULL,
    level         text        NOT NULL CHECK (level IN ('segment', 'session', 'day', 'week')),
    name          text        NOT NULL,
    source_ref    text        NOT NULL DEFAULT '',
    sitting       uuid,
    starts_at     timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL,
    turns         integer     NOT NULL DEFAULT 0,
    episodes      uuid[]      NOT NULL DEFAULT '{}',
    sources       uuid[]      NOT NULL DEFAULT '{}',
    lines         jsonb       NOT NULL DEFAULT '[]',
    memory_id     uuid,
    refused       boolean     NOT NULL DEFAULT false,
    due_at        timestamptz,
    claimed_until timestamptz,
    attempts      smallint    NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, user_id, level, name)
);
COMMENT ON TABLE session_summary IS 'A row a segment, session, day and week: what is due to be summed up, and the memory that says it.';
COMMENT ON COLUMN session_summary.sources IS 'What it rests on: turns and memories, or for longer ones the names of segments. Gone with any of them.';
COMMENT ON COLUMN session_summary.lines IS 'What a segment has to say to the longer summaries it is part of; empty while it is due.';
COMMENT ON COLUMN session_summary.refused IS 'A person took the summary back or changed it: it is not written again.';
CREATE INDEX session_summary_due ON session_summary (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX session_summary_time ON session_summary (tenant_id, user_id, starts_at) WHERE level = 'segment';

-- Conversations from before summaries were made.
INSERT INTO conversation (tenant_id, user_id, source_ref, waiting, last_heard)
SELECT tenant_id, user_id, source_ref, count(*) FILTER (WHERE lower(role) IN ('user', 'customer')), max(recorded_at)
FROM episode WHERE source_kind = 'dialogue' GROUP BY tenant_id, user_id, source_ref;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['conversation', 'session_summary'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO yiku_app USING (tenant_id = current_setting(''yiku.tenant_id'', true))', name);
        EXECUTE format('CREATE POLICY worker ON %I TO yiku_worker USING (true)', name);
    END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON conversation, session_summary TO yiku_app;
GRANT SELECT ON conversation TO yiku_worker;
GRANT SELECT, UPDATE ON session_summary TO yiku_worker;
