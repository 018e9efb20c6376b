-- Mails to others that speak of a person (the operator's copy of a message, a new address told to the old one).
alter table mail_outbox add column about_address text;
create index mail_outbox_created on mail_outbox (created_at);
create index mail_outbox_to on mail_outbox (to_address);

-- Set when a deleted account was erased from every store, the column store too.
alter table account add column erased_at timestamptz;

-- The network address stays with the message alone, and goes with it.
update audit set detail = detail - 'network' where action = 'ticket.open';

-- Entries are final, but for the operator's words about a person, which a deletion takes out.
create or replace function ledger_entry_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
    return new;
  end if;
  raise exception 'ledger entries are final';
end $$;
