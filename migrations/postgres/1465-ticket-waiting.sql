-- Since when an open ticket waits for the staff. A further message of the customer does not change it. Null: the ticket
-- waits for nobody of the staff, or an earlier release opened it; then it waits since `changed_at`.
alter table tickets add column waiting_since timestamptz;
update tickets set waiting_since = changed_at where state = 'open';
