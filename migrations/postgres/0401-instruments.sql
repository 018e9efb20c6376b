create extension if not exists pg_trgm;

-- An id is given once and never reused: bars, ticks and factors in the column store refer to it.
create table instruments (
  id integer generated always as identity primary key,
  class text not null check (class in ('stock', 'forex', 'indices', 'crypto', 'future', 'fund')),
  region text not null,
  exchange text not null,
  code text not null,
  -- The code without separators: BRK.B, BRK-B and BRK/B meet here.
  lookup text not null,
  name text not null,
  name_cn text not null default '',
  name_hk text not null default '',
  currency text not null default '',
  isin text not null default '',
  sector text not null default '',
  industry text not null default '',
  price_step numeric not null default 0.01,
  lot numeric not null default 1,
  start_price double precision,
  state text not null default 'listed' check (state in ('listed', 'suspended', 'delisted')),
  -- 0 = nothing known; higher stands first where codes or names tie.
  liquidity smallint not null default 0,
  -- The listing that a bare code means when several exchanges of one region use it.
  home boolean not null default true,
  -- Futures: root code, and the contract month of a dated contract.
  root text,
  expires_on date,
  listed_on date,
  source text not null default 'catalogue',
  updated_at timestamptz not null default now(),
  search_text text generated always as (upper(code || ' ' || name || ' ' || name_cn || ' ' || name_hk)) stored,
  unique (class, region, exchange, code)
);

create index instruments_lookup on instruments (lookup text_pattern_ops);
create index instruments_code on instruments (upper(code) text_pattern_ops);
create index instruments_name on instruments (upper(name) text_pattern_ops);
create index instruments_browse on instruments (class, region, liquidity desc, code, id);
create index instruments_order on instruments (liquidity desc, code, id);
create index instruments_search on instruments using gin (search_text gin_trgm_ops);

-- Former codes and other spellings of one instrument.
create table instrument_aliases (
  instrument_id integer not null references instruments (id) on delete cascade,
  class text not null,
  lookup text not null,
  valid_until date,
  primary key (class, lookup, instrument_id)
);

-- What each instrument's history of one interval is made of, and how far it goes.
create table bar_sources (
  instrument_id integer not null references instruments (id) on delete cascade,
  interval text not null,
  source text not null,
  first_time bigint not null,
  last_time bigint not null,
  last_close double precision not null,
  updated_at timestamptz not null default now(),
  primary key (instrument_id, interval)
);

create table factors (
  instrument_id integer not null references instruments (id) on delete cascade,
  -- The factors apply to prices up to and including this trading date.
  date date not null,
  price_factor double precision not null check (price_factor > 0),
  split_factor double precision not null check (split_factor > 0),
  reference_price double precision not null,
  primary key (instrument_id, date)
);

create table imports (
  id bigint generated always as identity primary key,
  kind text not null,
  file text not null,
  target text not null default '',
  state text not null check (state in ('running', 'done', 'failed')),
  rows bigint not null default 0,
  accepted bigint not null default 0,
  quarantined bigint not null default 0,
  corrected bigint not null default 0,
  reasons jsonb not null default '{}',
  started_at timestamptz not null,
  finished_at timestamptz
);
