-- Who works here, and as what. An account may have several roles; none: a customer.
create table staff_role (
  account_id text not null references account (id),
  role text not null check (role in ('owner', 'billing', 'support', 'data')),
  granted_at timestamptz not null,
  primary key (account_id, role)
);

insert into staff_role (account_id, role, granted_at)
select id, 'owner', now() from account where role = 'operator' and disabled_at is null;

alter table account drop column role;
