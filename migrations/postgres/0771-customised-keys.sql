-- The console lists the deals that were made by hand, the one that ends first at the top.
create index api_key_customised on api_key (expires_at) where customised and revoked_at is null;
