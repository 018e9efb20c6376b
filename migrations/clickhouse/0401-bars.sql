-- `interval` is the wire's kType (1 = 1m … 10 = 1M); `time` the bar's open in ms, UTC.
-- The highest version of a key wins: source rank first (import > exchange > replay > built > simulated), then the later write.
CREATE TABLE IF NOT EXISTS bars
(
  instrument UInt32 CODEC(ZSTD(3)),
  interval UInt8 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  open Float64 CODEC(ZSTD(3)),
  high Float64 CODEC(ZSTD(3)),
  low Float64 CODEC(ZSTD(3)),
  close Float64 CODEC(ZSTD(3)),
  volume Float64 CODEC(ZSTD(3)),
  turnover Float64 CODEC(ZSTD(3)),
  source UInt8 CODEC(ZSTD(3)),
  version UInt64 CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (instrument, interval, time);

CREATE TABLE IF NOT EXISTS ticks
(
  instrument UInt32 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  seq UInt32 CODEC(ZSTD(3)),
  price Float64 CODEC(ZSTD(3)),
  volume Float64 CODEC(ZSTD(3)),
  side UInt8 CODEC(ZSTD(3)),
  bid Float64 CODEC(ZSTD(3)),
  ask Float64 CODEC(ZSTD(3)),
  source UInt8 CODEC(ZSTD(3)),
  version UInt64 CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(toDateTime(intDiv(time, 1000), 'UTC'))
ORDER BY (instrument, time, seq);

CREATE TABLE IF NOT EXISTS bar_corrections
(
  instrument UInt32,
  interval UInt8,
  time Int64,
  old_values Array(Float64),
  new_values Array(Float64),
  source UInt8,
  recorded Int64
)
ENGINE = MergeTree
ORDER BY (instrument, interval, time, recorded);
