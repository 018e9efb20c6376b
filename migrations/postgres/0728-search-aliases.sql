-- Former names and nicknames by which search finds an instrument, as imported. They name it by class, region and code, so
-- that a list of them may come before the instruments. The ones that every installation knows are in the code.
create table search_aliases (
  alias text not null,
  class text not null check (class in ('stock', 'forex', 'indices', 'crypto', 'future', 'fund')),
  region text not null,
  code text not null,
  -- 0 for the instrument that the alias means first.
  place smallint not null default 0,
  primary key (alias, class, region, code)
);
