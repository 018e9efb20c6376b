-- Keys with which programs of the operator push data. The secret is stored as a hash alone.
create table feed_key (
  id text primary key,
  -- the name under which its data appears as a source
  source text not null check (source ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  classes text[] not null check (cardinality(classes) > 0),
  -- null = every region
  regions text[] check (cardinality(regions) > 0),
  -- whether unknown instruments are created
  creates boolean not null,
  secret_hash text not null unique,
  head text not null,
  tail text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- What each program of a key has on the tape; the tape itself is ahead of this by a second at most.
create table feed_producer (
  key_id text not null references feed_key (id),
  name text not null,
  -- the last number, and the ranges before it that are missing
  mark text not null,
  heard_at timestamptz not null,
  primary key (key_id, name)
);

-- Instruments that a source has fed. They are not simulated any more.
create table fed_instrument (
  instrument_id integer not null references instruments (id) on delete cascade,
  source text not null,
  since timestamptz not null,
  primary key (instrument_id, source)
);
