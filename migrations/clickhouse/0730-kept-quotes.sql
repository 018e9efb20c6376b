-- Quotes move to the archive after TICK_DAYS, as trades do. Simulated ones are worth nothing after a month.
ALTER TABLE best_quotes MODIFY TTL toDateTime(intDiv(time, 1000), 'UTC') + INTERVAL 30 DAY DELETE WHERE source = 3
SETTINGS materialize_ttl_after_modify = 0;
