-- In which order sources are taken: of one instrument (stock:AAPL$US), of a class (stock), or of all (*).
create table source_order (
  scope text primary key,
  sources text[] not null check (cardinality(sources) > 0),
  changed_at timestamptz not null
);

-- Each change of the source of an instrument, for a month.
create table source_switch (
  id bigint generated always as identity primary key,
  instrument_id integer not null references instruments (id) on delete cascade,
  source text not null,
  before text not null,
  at timestamptz not null
);
create index source_switch_at on source_switch (at desc);
