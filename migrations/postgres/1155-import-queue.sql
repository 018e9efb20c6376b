-- One record of every import, however it began, with its turn in the queue. The tables `uploads` and `watched_file` stay
-- for a process of the release before; a file that such a process receives during an upgrade is sent again.
alter table imports
  -- How it began; null for rows that go in again, for pushed messages and for imports of an earlier release.
  add column source text check (source in ('cli', 'upload', 'folder')),
  -- The turn in the queue; `state` says how far the reading of rows is.
  add column phase text check (phase in ('receiving', 'ready', 'importing', 'stopped', 'failed', 'done')),
  add column upload text unique,
  add column path text,
  add column flags jsonb not null default '{}',
  add column bytes bigint,
  add column received bigint not null default 0,
  -- Of a file in a folder: the same name may come again with other content.
  add column modified_at timestamptz,
  add column version integer not null default 0,
  -- Counted before the reading begins, because a file may end the process that reads it.
  add column attempts integer not null default 0,
  -- How often a store did not answer, and the time before which the next attempt waits.
  add column pauses integer not null default 0,
  add column not_before timestamptz,
  add column fraction real not null default 0,
  add column failure jsonb,
  add column queued_at timestamptz,
  add column changed_at timestamptz;

create index imports_open on imports (queued_at) where phase in ('receiving', 'ready', 'importing');
create index imports_of_file on imports (file, modified_at) where source = 'folder';

update imports i set source = 'upload', phase = u.state, upload = u.id, flags = u.options, bytes = u.bytes, received = u.received,
  version = u.version, fraction = u.fraction, failure = u.failure, queued_at = u.begun_at, changed_at = u.changed_at
  from uploads u where u.import_id = i.id;
insert into imports (kind, file, state, started_at, begun_by, source, phase, upload, flags, bytes, received, version, fraction,
    failure, queued_at, changed_at)
  select kind, file, case when state in ('failed', 'stopped') then 'failed' when state = 'done' then 'done' else 'running' end,
    begun_at, begun_by, 'upload', state, id, options, bytes, received, version, fraction, failure, begun_at, changed_at
  from uploads where import_id is null;
-- The files of the folder that are remembered, because they could not be moved.
insert into imports (kind, file, state, started_at, finished_at, source, phase, bytes, modified_at, failure, queued_at, changed_at)
  select 'bars', name, case when failure is null then 'done' else 'failed' end, taken_at, taken_at, 'folder',
    case when failure is null then 'done' else 'failed' end, bytes, modified_at,
    case when failure is not null then jsonb_build_object('name', 'file_other', 'values', jsonb_build_object('reason', failure)) end,
    taken_at, taken_at
  from watched_file;
