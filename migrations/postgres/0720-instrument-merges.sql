-- Two instruments that were one: the history of `from_id` moves to `into_id`. The row comes first and stays, so that a merge
-- that was cut off goes on at the next start, and rows that were still written under the old id find their way.
create table instrument_merges (
  from_id integer primary key,
  into_id integer not null,
  -- What the listing that ends was called.
  exchange text not null,
  code text not null,
  begun_at timestamptz not null,
  -- When its rows had moved and it was gone; null while its history is copied.
  merged_at timestamptz
);
create index instruments_unknown_exchange on instruments (class, region, code) where exchange = '';
