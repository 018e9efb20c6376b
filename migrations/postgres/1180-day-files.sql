-- The day files as they were last made, with their checksums.
create table day_file (
  class text not null,
  region text not null,
  -- 1m, 1d, trades or bbo.
  kind text not null,
  form text not null,
  day date not null,
  rows bigint not null,
  bytes bigint not null,
  sha256 text not null,
  modified_at timestamptz not null,
  primary key (class, region, kind, form, day)
);
