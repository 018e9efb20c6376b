-- When the backup was last restored elsewhere as a rehearsal, with every row counted; null: never.
alter table backup add column rehearsed_at timestamptz;

-- Why no scheduled backup can be made at present, and since when. No row: the last attempt succeeded.
create table backup_failure (
  only_one boolean primary key default true check (only_one),
  since timestamptz not null,
  tried_at timestamptz not null,
  reason text not null
);
