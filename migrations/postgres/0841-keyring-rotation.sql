-- Which version of the key ring sealed the secret of an authenticator app, so that they are counted by an index alone.
alter table account add column totp_sealed_by int
  generated always as (substring(totp_sealed from '^v([0-9]+)')::int) stored;
create index account_totp_sealed on account (totp_sealed_by) where totp_sealed_by is not null;

-- The newest rotation: everything that older keys sealed is sealed by `version` again.
create table keyring_rotation (
  id boolean primary key default true check (id),
  version integer not null,
  done bigint not null default 0,
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- Versions that were taken out of the installation's own ring.
  retired integer[] not null default '{}'
);
