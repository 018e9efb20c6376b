-- Clicks on links of header, footer and contact box, as the reader's page reports them. No address, no account.
CREATE TABLE IF NOT EXISTS clicks
(
  received_at Int64 CODEC(DoubleDelta, ZSTD(3)),
  event_time Int64 CODEC(ZSTD(3)),
  event LowCardinality(String),
  page_path String,
  page_title String,
  page_language LowCardinality(String),
  page_url String,
  event_tags String
)
ENGINE = MergeTree
ORDER BY (event, received_at);
