-- Who invited; null for invitations of an earlier release. They end with the inviter's rights.
alter table team_invite add column invited_by text references account (id) on delete cascade;
create index team_invite_inviter on team_invite (invited_by) where invited_by is not null;
