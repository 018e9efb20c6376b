-- Simulated ticks (source 3) are worth nothing after a month; a sandbox that runs for long must not fill its disk with them.
ALTER TABLE ticks MODIFY TTL toDateTime(intDiv(time, 1000), 'UTC') + INTERVAL 30 DAY DELETE WHERE source = 3
SETTINGS materialize_ttl_after_modify = 0;
