-- The Parquet files that hold ticks which are no longer in the column store.
create table archived_file (
  id integer generated always as identity primary key,
  -- below ARCHIVE_URL
  name text not null unique,
  kind text not null check (kind in ('trades', 'quotes')),
  day date not null,
  -- writing: the file may be missing or broken, and every row is in the store. verified: the file was read back, and rows of it may still be in the
  -- store, too. moved: they are in the file alone.
  state text not null check (state in ('writing', 'verified', 'moved')),
  -- which rows of the store: instruments from-to, hours from-to, and written before
  scope jsonb not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  sha256 text not null default '',
  changed_at timestamptz not null
);
create index archived_file_unfinished on archived_file (id) where state <> 'moved';

-- What a file holds of each instrument. `stored_as`: its number in the file, which a merge of instruments does not change.
create table archived_part (
  file_id integer not null references archived_file (id) on delete cascade,
  instrument_id integer not null references instruments (id) on delete cascade,
  stored_as integer not null,
  rows integer not null,
  first_time bigint not null,
  last_time bigint not null,
  sources text[] not null,
  -- whether some of its trades have a bid and an ask
  quoted boolean not null,
  primary key (file_id, stored_as)
);
create index archived_part_instrument on archived_part (instrument_id, last_time);
