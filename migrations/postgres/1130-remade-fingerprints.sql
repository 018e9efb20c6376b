-- Which key of the ring made a fingerprint; 0: the lowest key, before fingerprints named theirs. Null: it is not valid.
alter table deposit_address add column mac_by int
  generated always as (case when mac <> 'invalid' then coalesce(substring(mac from '^v([0-9]+)\.')::int, 0) end) stored;
create index deposit_address_mac on deposit_address (mac_by) where mac_by is not null;

-- Recovery codes are sealed, so that another key can seal them; 0: a fingerprint by the lowest key.
alter table account_recovery_code add column sealed_by int
  generated always as (coalesce(substring(code_mac from '^v([0-9]+)\.')::int, 0)) stored;
create index account_recovery_code_sealed on account_recovery_code (sealed_by) where used_at is null;

-- The key with which recovery codes were fingerprinted before they were sealed. It outlives the key of the ring.
create table recovery_code_key (
  id bool primary key default true check (id),
  sealed text not null,
  sealed_by int generated always as (substring(sealed from '^v([0-9]+)\.')::int) stored
);

-- When a key was first used: the signatures of the key before are accepted for ten minutes more.
alter table ring_mark add column begun_at timestamptz not null default now();
