-- Clicks are counted for a little over a year, so that a month can be compared with the same one of the year before.
ALTER TABLE clicks MODIFY TTL toDateTime(intDiv(received_at, 1000), 'UTC') + INTERVAL 395 DAY
SETTINGS materialize_ttl_after_modify = 0;
