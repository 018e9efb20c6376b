-- A ticket is a thread of messages. `account_id` is the customer who was signed in; null: a visitor, who is answered by mail
-- alone. `open` waits for the staff, `answered` for the customer. `version` rises with each change, so that two people cannot
-- overwrite each other.
alter table tickets
  add column account_id text references account (id),
  add column assignee_id text,
  add column version int not null default 0,
  add column changed_at timestamptz;
update tickets set changed_at = created_at;
alter table tickets alter column changed_at set not null;
alter table tickets drop constraint tickets_state_check;
alter table tickets add constraint tickets_state_check check (state in ('open', 'answered', 'closed'));
drop index tickets_open;
create index tickets_changed on tickets (changed_at desc, id desc);
create index tickets_state on tickets (state, changed_at desc, id desc);
create index tickets_account on tickets (account_id, changed_at desc, id desc) where account_id is not null;

create table ticket_message (
  id bigint generated always as identity primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  author text not null check (author in ('customer', 'staff')),
  -- whoever of the staff answered; null for the command line
  author_id text,
  text text not null,
  created_at timestamptz not null
);
create index ticket_message_ticket on ticket_message (ticket_id, id);
insert into ticket_message (ticket_id, author, text, created_at)
select id, 'customer', message, created_at from tickets order by created_at, id;
alter table tickets drop column message;

-- Answers that the staff write often, by name: `{"en-US": "…", "zh-CN": "…", "zh-HK": "…"}`.
create table canned_text (
  name text primary key,
  texts jsonb not null,
  version int not null default 0
);
