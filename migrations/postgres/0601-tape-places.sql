-- How far the recorder has come on each channel of the tape.
create table tape_places (
  channel text primary key,
  place text not null,
  noted_at timestamptz not null default now()
);

-- Parts of the tape that were gone before they were recorded: after one place, up to and including another.
create table tape_gaps (
  id bigint generated always as identity primary key,
  channel text not null,
  after_place text not null,
  to_place text not null,
  noticed_at timestamptz not null
);
