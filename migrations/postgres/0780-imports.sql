-- What an import read: class, region, code, interval and whether outliers count, and the first line where it names columns.
alter table imports add column options jsonb not null default '{}';
alter table imports add column head text not null default '';
-- Rows of this import's quarantine that were put in again.
alter table imports add column released_from bigint references imports (id) on delete cascade;

-- The first refused rows of an import; all of them are in DATA_DIR/quarantine.
create table quarantine_row (
  import_id bigint not null references imports (id) on delete cascade,
  line bigint not null,
  reason text not null,
  content text not null,
  state text not null default 'waiting' check (state in ('waiting', 'released', 'discarded')),
  version integer not null default 0,
  primary key (import_id, line)
);
create index quarantine_row_waiting on quarantine_row (import_id, reason, line) where state = 'waiting';

-- Files that are sent in pieces, and then imported.
create table uploads (
  id text primary key,
  kind text not null,
  file text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  options jsonb not null default '{}',
  state text not null default 'receiving'
    check (state in ('receiving', 'ready', 'importing', 'stopped', 'failed', 'done')),
  version integer not null default 0,
  import_id bigint references imports (id) on delete set null,
  fraction real not null default 0,
  rows bigint not null default 0,
  failure text,
  begun_at timestamptz not null,
  changed_at timestamptz not null
);
create index uploads_newest on uploads (begun_at desc, id desc);
create index uploads_open on uploads (begun_at) where state <> 'done';
