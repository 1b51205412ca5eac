-- name: look_up
WITH pending AS MATERIALIZED (
    SELECT memory_id, max(seq) AS seq,
           bool_or(position IS NULL OR position > vector_at) AS for_vector,
           bool_or(position IS NULL OR position > graph_at) AS for_graph
    FROM outbox,
         (SELECT coalesce(min(position) FILTER (WHERE sink = 'milvus'), 0) AS vector_at,
                 coalesce(min(position) FILTER (WHERE sink = 'graph'), 0) AS graph_at
          FROM sink_progress WHERE partition = %(partition)s) AS progress
    WHERE tenant_id = %(tenant_id)s AND user_id = %(user_id)s
      AND (position IS NULL OR position > least(vector_at, graph_at))
    GROUP BY memory_id
    ORDER BY seq DESC
    LIMIT %(pending_limit)s
), found AS (
    SELECT m.memory_id, m.kind, m.nature, m.attribute, m.content, m.value::text AS value, m.entities::text AS entities,
           m.relations::text AS relations, m.confidence, m.explicit, m.event_time, m.event_precision, m.valid_from, m.valid_to,
           m.recorded_at, m.updated_at, m.expires_at, m.energy, m.evidence_count, m.status, m.superseded_by,
           m.source::text AS source, m.trace_id, m.version,
           coalesce(m.attribute = ANY(%(attributes)s), false) AS asked,
           coalesce(p.for_vector, false) OR m.updated_at > %(settled_at)s OR m.memory_id > %(settled_id)s AS for_vector,
           coalesce(p.for_graph, false) AS for_graph, coalesce(p.seq, 0) AS seq,
           ts_rank(m.tokens, %(tokens)s::tsquery) + ts_rank(m.bigrams, %(bigrams)s::tsquery)
               + CASE WHEN lower(m.content) LIKE ANY(%(exact)s) THEN 10 ELSE 0 END AS strength
    FROM memory m LEFT JOIN pending p ON p.memory_id = m.memory_id
    WHERE m.tenant_id = %(tenant_id)s AND m.user_id = %(user_id)s
      AND (m.kind = ANY(%(kinds)s) OR cardinality(%(kinds)s::text[]) = 0)
      AND (m.expires_at IS NULL OR m.expires_at > %(at)s)
      AND CASE WHEN %(as_of)s THEN m.status IN ('active', 'superseded') AND m.valid_from <= %(at)s
                                   AND (m.valid_to IS NULL OR m.valid_to > %(at)s)
               ELSE m.status = 'active' END
      AND (p.memory_id IS NOT NULL OR m.updated_at > %(settled_at)s OR m.memory_id > %(settled_id)s
           OR m.attribute = ANY(%(attributes)s) OR m.tokens @@ %(tokens)s::tsquery
           OR m.bigrams @@ %(bigrams)s::tsquery OR lower(m.content) LIKE ANY(%(exact)s))
), ranked AS (
    SELECT found.*, row_number() OVER (ORDER BY strength DESC, recorded_at DESC) AS place FROM found
)
SELECT * FROM ranked WHERE asked OR for_vector OR for_graph OR place <= %(keyword_limit)s

-- name: known
WITH found AS (
    SELECT m.memory_id, m.kind, m.nature, m.attribute, m.content, m.value::text AS value, m.entities::text AS entities,
           m.relations::text AS relations, m.confidence, m.explicit, m.event_time, m.event_precision, m.valid_from, m.valid_to,
           m.recorded_at, m.updated_at, m.expires_at, m.energy, m.evidence_count, m.status, m.superseded_by,
           m.source::text AS source, m.trace_id, m.version,
           row_number() OVER (PARTITION BY m.nature ORDER BY m.energy DESC, m.recorded_at DESC) AS place
    FROM memory m
    WHERE m.tenant_id = %(tenant_id)s AND m.user_id = %(user_id)s
      AND (m.kind = ANY(%(kinds)s) OR cardinality(%(kinds)s::text[]) = 0)
      AND (m.expires_at IS NULL OR m.expires_at > %(at)s)
      AND CASE WHEN %(as_of)s THEN m.status IN ('active', 'superseded') AND m.valid_from <= %(at)s
                                   AND (m.valid_to IS NULL OR m.valid_to > %(at)s)
               ELSE m.status = 'active' END
)
SELECT * FROM found WHERE place <= %(limit)s ORDER BY place

-- name: hydrate
SELECT m.memory_id, m.kind, m.nature, m.attribute, m.content, m.value::text AS value, m.entities::text AS entities,
       m.relations::text AS relations, m.confidence, m.explicit, m.event_time, m.event_precision, m.valid_from, m.valid_to,
       m.recorded_at, m.updated_at, m.expires_at, m.energy, m.evidence_count, m.status, m.superseded_by,
       m.source::text AS source, m.trace_id, m.version
FROM memory m
WHERE m.tenant_id = %(tenant_id)s AND m.user_id = %(user_id)s AND m.memory_id = ANY(%(ids)s)
