-- What a customer chose for the end of a subscription: credit renews it, or a lower plan follows. The subscription is named as in
-- expiry_reminder. Announced: the term and price of the last mail before. Reported: the term whose missing credit was mailed.
create table renewal (
  allowance_id text primary key,
  account_id text not null,
  automatic boolean not null,
  next_plan_id text,
  next_period text,
  changed_at timestamptz not null,
  announced_end timestamptz,
  announced_at timestamptz,
  announced_price bigint,
  reported_end timestamptz,
  check ((next_plan_id is null) = (next_period is null))
);
create index renewal_account on renewal (account_id);
