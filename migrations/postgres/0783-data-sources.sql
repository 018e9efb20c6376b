-- What is stored of each class and exchange, counted every few minutes by one process. `kind`: an interval, or `ticks`.
create table coverage (
  class text not null,
  exchange text not null,
  kind text not null,
  instruments integer not null,
  rows bigint not null,
  first_time bigint not null,
  last_time bigint not null,
  primary key (class, exchange, kind)
);
create table coverage_count (
  id boolean primary key default true check (id),
  counted_at timestamptz,
  begun_at timestamptz not null,
  ms integer
);

-- Who began an import: the account of a member of the staff, or `cli`. Null: unknown.
alter table imports add column begun_by text;
alter table uploads add column begun_by text;
