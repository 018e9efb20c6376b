-- Who changed what: one row in the transaction of each change.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_subject on audit (subject, at desc);
create index audit_actor on audit (actor_id, at desc) where actor_id is not null;

-- Mails are queued in the transaction that causes them; in the sandbox these rows are the mailbox.
create table mail_outbox (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  kind text not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  error text
);
create index mail_outbox_due on mail_outbox (next_at) where status = 'queued';
create index mail_outbox_sent on mail_outbox (sent_at desc, id desc) where status = 'sent';
