-- How many bars of the last 30 trading days there are, and how many the calendars expect, by class, exchange and interval.
-- Counted together with `coverage`.
create table coverage_recent (
  class text not null,
  exchange text not null,
  interval text not null,
  instruments integer not null,
  present bigint not null,
  expected bigint not null,
  primary key (class, exchange, interval)
);
