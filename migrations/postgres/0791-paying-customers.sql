-- Paying customers are counted in the order of their accounts, so that nothing is sorted.
create index api_key_paying on api_key (account_id, expires_at) where revoked_at is null and plan_id not like '%-free';
