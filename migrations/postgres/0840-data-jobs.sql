-- Checks and recomputations of stored bars, done in the background, instrument by instrument in the order of their ids.
create table data_job (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'recompute')),
  -- Class, region or one instrument, the period in ms, and how minutes are recomputed.
  scope jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  version integer not null default 0,
  -- The last instrument that is done: after a crash the job goes on behind it.
  place integer not null default 0,
  done integer not null default 0,
  total integer not null,
  result jsonb not null default '{}',
  begun_at timestamptz not null,
  changed_at timestamptz not null
);
create index data_job_open on data_job (begun_at) where state in ('waiting', 'running');

-- What a check of stored bars found. A finding is open until a person accepts it or a later check no longer finds it.
create table bar_finding (
  id bigint generated always as identity primary key,
  instrument_id integer not null references instruments (id) on delete cascade,
  interval text not null,
  kind text not null check (kind in ('gap', 'outside', 'jump', 'no_volume', 'split')),
  -- Opens of the first and the last bar that it is about, ms; of a gap the first and last missing day, or the bars around a hole.
  first_time bigint not null,
  last_time bigint not null,
  detail jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'accepted', 'mended')),
  version integer not null default 0,
  note text not null default '',
  found_at timestamptz not null,
  changed_at timestamptz not null,
  unique (instrument_id, interval, kind, first_time)
);
create index bar_finding_newest on bar_finding (state, id desc);
