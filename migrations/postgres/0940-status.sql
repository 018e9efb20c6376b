-- What our own probes found, for the status page: every round of the last two days, and each day as counts of rounds.
create table status_probe (
  component text not null,
  at timestamptz not null,
  state text not null check (state in ('up', 'degraded', 'down', 'idle')),
  -- how long the answer took; null where nothing was asked
  ms integer,
  primary key (component, at)
);
create index status_probe_at on status_probe (at);

create table status_day (
  component text not null,
  day date not null,
  up integer not null,
  degraded integer not null,
  down integer not null,
  -- nothing was to be expected, such as in a closed market
  idle integer not null,
  primary key (component, day)
);

-- What the operator says about a fault or about planned work.
create table status_incident (
  id bigint generated always as identity primary key,
  impact text not null check (impact in ('maintenance', 'degraded', 'down')),
  components text[] not null,
  -- `{"en-US": "…", "zh-CN": "…"}`: at least one language
  titles jsonb not null,
  opened_at timestamptz not null,
  resolved_at timestamptz
);
create index status_incident_open on status_incident (id) where resolved_at is null;

create table status_update (
  id bigint generated always as identity primary key,
  incident_id bigint not null references status_incident (id),
  at timestamptz not null,
  stage text not null check (stage in ('investigating', 'identified', 'monitoring', 'resolved')),
  texts jsonb not null
);
create index status_update_incident on status_update (incident_id);
