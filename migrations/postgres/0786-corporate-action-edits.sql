-- Splits and dividends as the operator set them. They win over imports.
create table corporate_action_edit (
  instrument_id integer not null references instruments (id) on delete cascade,
  kind text not null check (kind in ('split', 'dividend')),
  ex_date date not null,
  -- Prices up to and including the trading date before the ex-date are multiplied by `step`; 1: the action does not count.
  last_date date not null,
  step double precision not null check (step > 0),
  -- The raw close of that date.
  reference_price double precision not null,
  is_removed boolean not null default false,
  -- The imported row that the edit replaced; null: there was none.
  before jsonb,
  changed_at timestamptz not null,
  primary key (instrument_id, kind, ex_date)
);

-- The imported factors of instruments with such edits; `factors` has them with the edits.
create table factor_base (
  instrument_id integer not null references instruments (id) on delete cascade,
  date date not null,
  price_factor double precision not null check (price_factor > 0),
  split_factor double precision not null check (split_factor > 0),
  reference_price double precision not null,
  primary key (instrument_id, date)
);
