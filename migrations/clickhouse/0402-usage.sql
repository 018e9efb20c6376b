-- One row a key, minute and call kind; merged by summing.
CREATE TABLE IF NOT EXISTS usage
(
  key_id String,
  minute Int64 CODEC(DoubleDelta, ZSTD(3)),
  call LowCardinality(String),
  requests UInt64,
  errors UInt64,
  bytes UInt64
)
ENGINE = SummingMergeTree((requests, errors, bytes))
ORDER BY (key_id, minute, call);
