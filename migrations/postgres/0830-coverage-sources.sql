-- Where the stored rows come from: import, exchange, replay, built, simulated.
alter table coverage add column sources text[] not null default '{}';
