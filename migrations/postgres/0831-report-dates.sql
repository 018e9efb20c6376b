-- The day on which a company published the figures of a period; null where the import did not say it.
alter table fundamentals add column reported_on date;
create index fundamentals_reported on fundamentals (reported_on) where reported_on is not null;
create index splits_date on splits (ex_date);
create index dividends_date on dividends (ex_date);
