-- Whom a key belongs to (the account, a person of its team or a service), who made its secret, and where it was last used.
alter table api_key
  add column holder_kind text not null default 'account' check (holder_kind in ('account', 'person', 'service')),
  add column holder_id text references account (id) on delete set null,
  add column holder_name text not null default '',
  add column made_by text references account (id) on delete set null,
  add column used_from text;
create index api_key_holder on api_key (holder_id) where holder_id is not null;

-- The people who have seen the present secret of a key.
create table api_key_reader (
  key_id text not null references api_key (id) on delete cascade,
  person_id text not null references account (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (key_id, person_id)
);
create index api_key_reader_person on api_key_reader (person_id);

insert into api_key_reader (key_id, person_id, seen_at)
select k.id, person.id, max(a.at)
from audit a
join api_key k on k.id = a.subject and k.revoked_at is null and a.at >= coalesce(k.reset_at, k.created_at)
left join audit_person named on named.digest = a.actor_id
join account person on person.id = coalesce(named.account_id, a.actor_id)
where a.action in ('key.issue', 'key.reset', 'key.reveal') and a.actor_kind = 'account'
group by k.id, person.id;
