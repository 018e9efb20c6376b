-- What one of the staff may not do alone: it waits for a second owner, or, with `due_at`, until the installation does it.
-- An act whose value has no bound has no amount.
alter table staff_approval alter column micro drop not null;
alter table staff_approval add column due_at timestamptz;
alter table staff_approval add column outcome text check (outcome in ('done', 'stopped', 'failed'));
alter table staff_approval add column closed_by text;
alter table staff_approval add column fault text;

-- The value that one of the staff gave. `giver` null: the command line. `receiver` null: whoever uses the coupon.
-- `approval`: the request by which a second owner agreed, or which waited 24 hours.
create table value_given (
  id bigint generated always as identity primary key,
  giver text,
  receiver text,
  verb text not null,
  micro bigint not null,
  approval bigint,
  given_at timestamptz not null
);
create index value_given_giver on value_given (giver, given_at);
create index value_given_receiver on value_given (receiver, given_at);

-- Who saved the draft of an edition.
alter table plan_edition add column authors text[] not null default '{}';
