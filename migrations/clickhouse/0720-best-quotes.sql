-- Best bid and offer, one row for each change. 0: nobody is on that side.
CREATE TABLE IF NOT EXISTS best_quotes
(
  instrument UInt32 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  seq UInt32 CODEC(ZSTD(3)),
  bid Float64 CODEC(ZSTD(3)),
  bid_volume Float64 CODEC(ZSTD(3)),
  ask Float64 CODEC(ZSTD(3)),
  ask_volume Float64 CODEC(ZSTD(3)),
  source UInt8 CODEC(ZSTD(3)),
  version UInt64 CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(toDateTime(intDiv(time, 1000), 'UTC'))
ORDER BY (instrument, time, seq)
TTL toDateTime(intDiv(time, 1000), 'UTC') + INTERVAL 30 DAY;
