-- The console lists customers, the newest first, and suspended ones apart; times have whole milliseconds, as cursors do.
create index account_newest on account (created_at desc, id desc) where disabled_at is null;
create index account_suspended on account (created_at desc, id desc) where suspended_at is not null and disabled_at is null;
-- The mails to a customer, the newest first.
drop index mail_outbox_to;
create index mail_outbox_to on mail_outbox (to_address, created_at desc, id desc);
