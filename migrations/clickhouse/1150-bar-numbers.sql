-- The tape number of each final minute, by which a gap of bars begins at the last bar that a client has.
CREATE TABLE IF NOT EXISTS bar_numbers
(
  instrument UInt32 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  seq UInt32 CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(toDateTime(intDiv(time, 1000), 'UTC'))
ORDER BY (instrument, time, seq)
TTL toDateTime(intDiv(time, 1000), 'UTC') + INTERVAL 30 DAY;
