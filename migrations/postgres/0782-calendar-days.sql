-- Days of a calendar as the operator set them. They win over the lists of the program. `calendar`: the name of a list, or the
-- code of an exchange.
create table calendar_day (
  calendar text not null,
  date date not null,
  kind text not null check (kind in ('closed', 'early', 'special', 'usual')),
  name text not null default '',
  -- Local minutes from midnight. Of an early close its end alone, of special sessions the open and close of each in turn.
  minutes integer[] not null default '{}',
  changed_at timestamptz not null,
  primary key (calendar, date)
);

-- Rises with each change of a calendar: of two people who change it, the second learns of it.
create table calendar_version (
  calendar text primary key,
  version integer not null
);
