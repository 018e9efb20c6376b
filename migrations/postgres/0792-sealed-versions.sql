-- Which version of the key ring sealed a secret, so that they are counted by an index alone.
alter table api_key add column sealed_by int
  generated always as (substring(secret_sealed from '^v([0-9]+)')::int) stored;
create index api_key_sealed on api_key (sealed_by) where revoked_at is null and sealed_by is not null;
