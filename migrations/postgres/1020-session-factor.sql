-- When the factor was last proven in the session: at its sign-in or later. Null: never. The sign-in of an open session
-- included the factor if it was by passkey or came after two-step sign-in was turned on.
alter table account_session add column factor_at timestamptz;

update account_session s set factor_at = s.created_at from account a
where a.id = s.account_id
  and (s.method = 'passkey' or (s.method <> 'signup' and a.totp_confirmed_at <= s.created_at));

-- Sessions of staff last 12 hours.
update account_session s set expires_at = least(s.expires_at, s.created_at + interval '12 hours')
where exists (select from staff_role r where r.account_id = s.account_id);
