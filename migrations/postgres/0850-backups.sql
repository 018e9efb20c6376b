-- Which installation this is: backups of others are neither continued nor thrown away.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into installation default values;

-- The backups that were made of it, in its folders. `bytes` counts all files of one, `reused` those that it shares with an
-- earlier one.
create table backup (
  id text primary key,
  made_at timestamptz not null,
  folder text not null,
  bytes bigint not null,
  reused bigint not null,
  verified_at timestamptz,
  -- what the last look at its files found; null: nothing
  fault text
);
create index backup_newest on backup (made_at desc);
