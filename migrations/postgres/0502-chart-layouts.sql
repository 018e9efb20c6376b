-- Chart layouts that an account keeps: one row each, at most 20, replaced together.
create table chart_layout (
  account_id text not null references account (id) on delete cascade,
  position int not null,
  name text not null,
  state jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, position)
);
