-- One row a key, minute, call, status and reason; merged by summing. `requests` counted against the limit; `uncounted` did not
-- (429, 304, refusals before the limit and on the stream). Rows of the first table, which kept no status, carry 200 and 400.
CREATE TABLE IF NOT EXISTS usage
(
  key_id String,
  minute Int64,
  call LowCardinality(String),
  requests UInt64,
  errors UInt64,
  bytes UInt64
)
ENGINE = SummingMergeTree
ORDER BY (key_id, minute, call);

CREATE TABLE IF NOT EXISTS usage_answers
(
  key_id String,
  minute Int64 CODEC(DoubleDelta, ZSTD(3)),
  call LowCardinality(String),
  status UInt16,
  reason LowCardinality(String),
  requests UInt64,
  uncounted UInt64,
  bytes UInt64
)
ENGINE = SummingMergeTree((requests, uncounted, bytes))
ORDER BY (key_id, minute, call, status, reason);

INSERT INTO usage_answers
SELECT * FROM
(
  SELECT key_id, minute, call, 200, '', requests - errors, 0, bytes FROM usage WHERE requests > errors
  UNION ALL
  SELECT key_id, minute, call, 400, '', errors, 0, 0 FROM usage WHERE errors > 0
)
WHERE (SELECT count() FROM usage_answers) = 0;

DROP TABLE IF EXISTS usage;

-- Refused answers one by one, so that a request id leads to its reason. `detail` is what fills the words, as JSON.
CREATE TABLE IF NOT EXISTS usage_errors
(
  key_id String,
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  request_id String,
  call LowCardinality(String),
  target String,
  status UInt16,
  reason LowCardinality(String),
  detail String
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(toDateTime(intDiv(time, 1000), 'UTC'))
ORDER BY (key_id, time)
TTL toDateTime(intDiv(time, 1000), 'UTC') + INTERVAL 30 DAY;
