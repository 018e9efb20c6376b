-- Paid, but no longer to be opened: closed for good, the money is credit.
alter table billing_order add column not_applied boolean not null default false;

-- Credit that its customer is to be mailed about; what comes within a minute is one mail.
create table credit_notice (
  id bigint generated always as identity primary key,
  account_id text not null,
  order_no text not null references billing_order (no),
  micro numeric(78) not null check (micro > 0),
  at timestamptz not null
);
create index credit_notice_account on credit_notice (account_id, at);
