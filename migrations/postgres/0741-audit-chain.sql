-- Audit rows become final: each is chained by hash to the one before it. What says who or in whose words stands apart, where
-- a deletion may take it out; the row keeps a salted digest of it.

-- `digest` is the SHA-256 of salt and account id; it stands in audit rows in place of the id.
create table audit_person (
  account_id text primary key,
  digest text not null unique,
  salt text not null
);
insert into audit_person (account_id, digest, salt)
select id, encode(sha256(convert_to(salt || id, 'UTF8')), 'hex'), salt
from (select id, replace(gen_random_uuid()::text, '-', '') as salt from account where disabled_at is null) live;

-- The fields of a row's detail that are personal; the row has `sha256:` and the digest of salt, field and value instead.
create table audit_value (
  audit_id bigint primary key references audit (id),
  salt text not null,
  detail jsonb not null
);

-- `sealed` is false for rows of before, until their personal values are taken out; no other row waits to be chained for long.
alter table audit add column sealed boolean not null default false,
  add column position bigint,
  add column hash bytea;
create unique index audit_position on audit (position);
create index audit_unchained on audit (id) where hash is null;

drop index audit_subject;
drop index audit_actor;
create index audit_at on audit (at desc, id desc);
create index audit_subject on audit (subject, at desc, id desc);
create index audit_actor on audit (actor_id, at desc, id desc) where actor_id is not null;
create index audit_action on audit (action collate "C", at desc, id desc);

create function audit_row_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null then
    return new;
  end if;
  raise exception 'audit rows are final';
end $$;
create trigger audit_row_final before update or delete on audit
  for each row execute function audit_row_is_final();
create trigger audit_final before truncate on audit
  for each statement execute function audit_row_is_final();
