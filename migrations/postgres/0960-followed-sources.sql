-- Sources that the product follows by itself: where each stands.
create table followed_source (
  source text primary key,
  state text not null check (state in ('connecting', 'live', 'waiting', 'refused', 'stopped')),
  -- why, in words; '' for nothing to say
  note text not null default '',
  since timestamptz not null,
  heard_at timestamptz
);

-- Up to where each instrument of a source is on the tape; the tape itself is ahead of this by a second at most.
create table followed_place (
  source text not null,
  key text not null,
  place text not null,
  primary key (source, key)
);

-- What was missed of a source, for a month.
create table followed_gap (
  id bigint generated always as identity primary key,
  source text not null,
  key text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  noticed_at timestamptz not null,
  filled_at timestamptz,
  -- what filled it
  filled_by text check (filled_by in ('trades', 'bars'))
);
create index followed_gap_noticed on followed_gap (source, noticed_at desc);
