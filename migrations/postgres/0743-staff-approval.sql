-- What one of the staff began and a second one has to confirm, by doing the same.
create table staff_approval (
  id bigint generated always as identity primary key,
  verb text not null,
  subject text not null,
  input jsonb not null,
  micro bigint not null,
  asked_by text not null references account (id),
  asked_at timestamptz not null,
  closed_at timestamptz
);
create unique index staff_approval_open on staff_approval (verb, subject, md5(input::text)) where closed_at is null;
create index staff_approval_asker on staff_approval (asked_by);
