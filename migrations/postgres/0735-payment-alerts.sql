-- What the operator was told about incidents: once when one opens, once when it closes. The id is also the webhook's, so that
-- its receiver can drop a repetition.
create table payment_alert (
  id text primary key,
  event text not null check (event in ('opened', 'closed', 'test')),
  -- null for a test
  incident_id bigint references payment_incident (id),
  created_at timestamptz not null,
  -- of the webhook; the mail has an outbox of its own. `none`: no webhook is configured
  status text not null check (status in ('queued', 'sent', 'failed', 'none')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  error text,
  unique (incident_id, event)
);
create index payment_alert_due on payment_alert (next_at) where status = 'queued';

-- What happened before there were alerts is not told now.
insert into payment_alert (id, event, incident_id, created_at, status, next_at)
  select 'before-' || id || '-opened', 'opened', id, opened_at, 'none', opened_at from payment_incident;
insert into payment_alert (id, event, incident_id, created_at, status, next_at)
  select 'before-' || id || '-closed', 'closed', id, closed_at, 'none', closed_at from payment_incident
  where closed_at is not null;
