-- A key is looked up by the SHA-256 of its secret; the sealed copy exists for reveal alone.
create table api_key (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  plan_id text not null,
  -- which edition of the catalogue was sold: a key keeps its limits until it ends
  plan_edition int not null,
  market text not null,
  alias_name text not null default '',
  secret_hash text not null unique,
  secret_sealed text not null,
  -- first and last four characters, all that lists may show
  head text not null,
  tail text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  reset_at timestamptz,
  revoked_at timestamptz,
  used_at timestamptz
);

create index api_key_account on api_key (account_id);
create unique index api_key_one_integrated on api_key (account_id) where market = 'integrated' and revoked_at is null;

-- Secrets that a reset replaced, while their overlap lasts.
create table api_key_former_secret (
  secret_hash text primary key,
  key_id text not null references api_key (id) on delete cascade,
  valid_until timestamptz not null
);

create index api_key_former_secret_key on api_key_former_secret (key_id);
