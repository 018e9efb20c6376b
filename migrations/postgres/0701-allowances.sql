-- Mails about limits and expiry are sent once for each allowance: that of an account for its integrated key, which can be
-- revoked and issued again, and that of each other key. Rows of integrated keys get the name of their account.
alter table usage_alert rename column key_id to allowance_id;
alter table expiry_reminder rename column key_id to allowance_id;

insert into usage_alert (allowance_id, day, level)
  select 'account:' || account_id, day, level from usage_alert join api_key on api_key.id = allowance_id
  where market = 'integrated' on conflict do nothing;
insert into expiry_reminder (allowance_id, expires_at, days)
  select 'account:' || account_id, expiry_reminder.expires_at, days
  from expiry_reminder join api_key on api_key.id = allowance_id
  where market = 'integrated' on conflict do nothing;
delete from usage_alert using api_key where api_key.id = allowance_id and market = 'integrated';
delete from expiry_reminder using api_key where api_key.id = allowance_id and market = 'integrated';
