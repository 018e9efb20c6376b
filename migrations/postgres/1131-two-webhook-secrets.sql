-- The signing secret that a new one replaced: it signs as well until the given time.
alter table alert_webhook
  add column former_sealed text,
  add column former_until timestamptz,
  add column former_sealed_by int generated always as (substring(former_sealed from '^v([0-9]+)')::int) stored;
create index alert_webhook_former on alert_webhook (former_sealed_by) where former_sealed_by is not null;
