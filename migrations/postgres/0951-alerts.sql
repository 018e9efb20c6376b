-- What a customer wants to hear of: one condition on one instrument.
create table price_alert (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  -- as on the tape: `stock:AAPL$US`
  key text not null,
  -- as the customer wrote it: `NASDAQ:AAPL`
  ticker text not null,
  -- what is measured, which way it crosses, and the value
  condition jsonb not null,
  note text not null,
  -- seconds until it may fire again; null: it fires once
  pause_seconds int,
  by_mail boolean not null,
  by_webhook boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- rises with each change by the customer: what was decided about an earlier version is void
  version int not null,
  -- waiting: on the far side of the value, or resting; armed: a crossing fires it; done
  state text not null check (state in ('waiting', 'armed', 'done')),
  rests_until timestamptz,
  fired_at timestamptz
);
create index price_alert_account on price_alert (account_id, created_at);
create index price_alert_live on price_alert (key) where state <> 'done';

-- How far the conditions of a channel of the tape were evaluated. What follows `place` is not; from `earlier` on a successor reads
-- again to know the last minutes.
create table alert_place (
  channel text primary key,
  place text not null,
  place_at timestamptz not null,
  earlier text not null,
  earlier_at timestamptz not null
);

-- Parts of the tape that nobody evaluated.
create table alert_gap (
  id bigint generated always as identity primary key,
  channel text not null,
  after_place text not null,
  to_place text not null,
  noticed_at timestamptz not null
);

-- A firing is written with the place on the tape that it follows from, once.
create table alert_firing (
  id text primary key,
  alert_id text not null references price_alert (id) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  place text not null,
  -- of the event, and of what was measured
  fired_at timestamptz not null,
  value double precision not null,
  price double precision not null,
  unique (alert_id, place)
);
create index alert_firing_account on alert_firing (account_id, fired_at desc);
create index alert_firing_old on alert_firing (fired_at);

-- Where a customer's firings are posted. The secret that signs them is sealed.
create table alert_webhook (
  account_id text primary key references account (id) on delete cascade,
  url text not null,
  secret_sealed text not null,
  sealed_by int generated always as (substring(secret_sealed from '^v([0-9]+)')::int) stored,
  created_at timestamptz not null
);
create index alert_webhook_sealed on alert_webhook (sealed_by);

-- Each firing goes out once by each way that its alert asks for: a row first, tried until it is received or given up.
create table alert_delivery (
  id text primary key,
  -- null: a test of the webhook
  firing_id text references alert_firing (id) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  way text not null check (way in ('mail', 'webhook')),
  created_at timestamptz not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  -- what the receiver answered last, or why it could not be reached
  answer text
);
create index alert_delivery_due on alert_delivery (next_at) where status = 'queued';
create index alert_delivery_account on alert_delivery (account_id, created_at desc);
create index alert_delivery_firing on alert_delivery (firing_id);
