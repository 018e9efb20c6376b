create table companies (
  instrument_id integer primary key references instruments (id) on delete cascade,
  website text not null default '',
  description text not null default '',
  employees integer,
  shares numeric,
  float_shares numeric,
  dividend_yield double precision,
  source text not null
);

create table fundamentals (
  instrument_id integer not null references instruments (id) on delete cascade,
  period_end date not null,
  period text not null check (period in ('quarter', 'year')),
  values jsonb not null,
  source text not null,
  primary key (instrument_id, period_end, period)
);

create table splits (
  instrument_id integer not null references instruments (id) on delete cascade,
  ex_date date not null,
  -- New shares for old ones: 4 for 1 is 4 and 1.
  new_shares numeric not null check (new_shares > 0),
  old_shares numeric not null check (old_shares > 0),
  source text not null,
  primary key (instrument_id, ex_date)
);

create table dividends (
  instrument_id integer not null references instruments (id) on delete cascade,
  ex_date date not null,
  amount numeric not null check (amount >= 0),
  currency text not null,
  record_date date,
  pay_date date,
  source text not null,
  primary key (instrument_id, ex_date)
);

create table ipos (
  region text not null,
  code text not null,
  name text not null,
  exchange text not null,
  list_date date not null,
  price_low numeric,
  price_high numeric,
  price numeric,
  currency text not null,
  shares numeric,
  source text not null,
  primary key (region, code, list_date)
);
create index ipos_date on ipos (list_date);
