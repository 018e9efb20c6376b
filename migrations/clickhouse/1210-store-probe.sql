-- Rows by which a process finds out whether this server takes rows.
CREATE TABLE IF NOT EXISTS store_probe
(
  at DateTime
)
ENGINE = MergeTree
ORDER BY at
TTL at + INTERVAL 1 HOUR;
