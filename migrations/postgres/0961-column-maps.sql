-- Which columns of a file are ours, under a name.
create table column_map (
  name text primary key,
  columns text not null,
  changed_at timestamptz not null
);

-- Files of IMPORT_DIR that were taken. failure: why one was refused; null = imported
create table watched_file (
  name text primary key,
  bytes bigint not null,
  modified_at timestamptz not null,
  failure text,
  taken_at timestamptz not null
);
