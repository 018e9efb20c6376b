-- The people who work in an account beside its holder. An account without rows has its holder alone, as owner. The holder has a
-- row, too, as soon as there is a team: they may hand the ownership over.
create table team_member (
  account_id text not null references account (id) on delete cascade,
  member_id text not null references account (id) on delete cascade,
  role text not null check (role in ('owner', 'developer', 'billing')),
  joined_at timestamptz not null,
  primary key (account_id, member_id)
);
create index team_member_person on team_member (member_id);

-- One open invitation for each address. The mail has the token, the row its digest.
create table team_invite (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'developer', 'billing')),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);
create index team_invite_ended on team_invite (expires_at);

-- The account that a session works in, where it is not the person's own.
alter table account_session add column acts_for text references account (id) on delete set null;
create index account_session_acts_for on account_session (acts_for) where acts_for is not null;

-- What members do for an account is found by the account.
create index audit_team on audit ((detail ->> 'team'), at desc, id desc) where detail ? 'team';
