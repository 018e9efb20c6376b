-- One process at a time does the work of a name: watching a network, feeding from a source, recording the tape.
-- A fence rises with every change of the holder, and what it guards refuses an older one.
alter table billing_lease rename to lease;
alter table lease rename column network to name;
alter table lease rename constraint billing_lease_pkey to lease_pkey;
alter table lease drop constraint billing_lease_network_fkey;
alter table lease add column since timestamptz;
alter table lease add column network text;
update lease set name = 'payments:' || name, network = name;

-- During an upgrade, payments of the release before still run. They take the same rows under the old name, so that no network
-- has two watchers. The next release drops the view, the function and the column network.
create view billing_lease as select network, owner, until, fence from lease where network is not null;
create function lease_of_network() returns trigger language plpgsql as $$
  begin
    if new.name is null then
      new.name := 'payments:' || new.network;
    elsif new.name like 'payments:%' then
      new.network := substr(new.name, 10);
    end if;
    return new;
  end $$;
create trigger lease_of_network before insert on lease for each row execute function lease_of_network();
