-- People and how they prove who they are. Addresses are stored canonical: trimmed, lower case, ASCII domain.
create table account (
  id text primary key,
  email text not null unique,
  -- null: nobody has shown control of the mailbox; such an account cannot be signed in to by password
  email_proven_at timestamptz,
  password_hash text,
  role text not null default 'customer' check (role in ('customer', 'operator')),
  image_url text,
  locale text not null,
  theme text not null default 'light',
  up_colour text not null default 'auto',
  time_zone text not null default 'UTC',
  notices jsonb not null default '{}',
  totp_sealed text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  delete_after timestamptz
);

create index account_delete_after on account (delete_after) where delete_after is not null;

-- The value in the cookie is never stored, only its SHA-256.
create table account_session (
  id text primary key,
  token_hash text not null unique,
  account_id text not null references account (id) on delete cascade,
  method text not null,
  created_at timestamptz not null,
  -- when this session last proved who it is: password, code, passkey, provider
  proved_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default ''
);

create index account_session_account on account_session (account_id);
create index account_session_expiry on account_session (expires_at);

-- Six digits, kept as a keyed MAC over purpose, address and digits. The newest row of a purpose and address is the live one.
create table account_code (
  id bigint generated always as identity primary key,
  address text not null,
  purpose text not null,
  code_mac text not null,
  wrong_tries int not null default 0 check (wrong_tries <= 5),
  used_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index account_code_live on account_code (address, purpose, id desc);

-- Solved bot checks, so that each is accepted once.
create table account_bot_check (
  fingerprint text primary key,
  expires_at timestamptz not null
);

-- One-time server state: a provider's sign-in under way, a due second factor, a passkey challenge, a pending consent.
create table account_flow (
  token_hash text primary key,
  kind text not null,
  account_id text references account (id) on delete cascade,
  sealed text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);

create index account_flow_expiry on account_flow (expires_at);

-- Identity at a third party is issuer and subject; the address is only what it was called when linked.
create table account_identity (
  provider text not null,
  issuer text not null,
  subject text not null,
  account_id text not null references account (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);

create index account_identity_account on account_identity (account_id);

create table account_passkey (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

create index account_passkey_account on account_passkey (account_id);

create table account_recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_mac text not null,
  used_at timestamptz,
  primary key (account_id, code_mac)
);
