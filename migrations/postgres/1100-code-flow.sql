-- Who asked for a code: the session, or a digest of the browser's number or of a program's token, and the network.
-- Guesses from the same network without the flow's secret, and all other guesses, have tries of their own.
alter table account_code
  add column flow text,
  add column network text,
  add column network_tries int not null default 0 check (network_tries <= 5),
  add column stray_tries int not null default 0 check (stray_tries <= 5);
