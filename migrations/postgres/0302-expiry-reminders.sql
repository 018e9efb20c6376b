-- Reminders that a subscription ends, each sent once.
create table expiry_reminder (
  key_id text not null,
  expires_at timestamptz not null,
  days int not null,
  primary key (key_id, expires_at, days)
);
