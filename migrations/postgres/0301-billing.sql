-- One row per payment network: where the watcher stands, and who may move it.
create table billing_network (
  code text primary key,
  chain_id bigint,
  genesis_hash text,
  xpub_fingerprint text not null,
  next_index integer not null default 0,
  -- never enters the zone that a reorganisation may replace
  cursor bigint,
  head bigint not null default 0,
  final bigint not null default 0,
  -- block time up to which every transfer has been looked for
  scanned_time timestamptz,
  last_ok_at timestamptz,
  stopped text
);

-- Who watches a network. In a table of its own, so that making an order never waits for the watcher.
create table billing_lease (
  network text primary key references billing_network (code),
  owner text,
  until timestamptz,
  -- rises with every change of the holder; one that slept through it can write nothing
  fence bigint not null default 0
);

create table billing_order (
  no text primary key,
  account_id text not null,
  kind text not null check (kind in ('purchase', 'renewal', 'upgrade')),
  plan_id text not null,
  plan_edition int not null,
  period text not null,
  months int not null,
  key_id text,
  -- what an upgrade was priced from
  from_plan_id text,
  key_expires_at timestamptz,
  network text not null references billing_network (code),
  list bigint not null check (list >= 0),
  discount bigint not null check (discount >= 0),
  upgrade_difference bigint not null check (upgrade_difference >= 0),
  credit bigint not null check (credit >= 0),
  payable bigint not null check (payable >= 0),
  status smallint not null default 0 check (status in (0, 1, 2, 3)),
  late boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  extended boolean not null default false,
  closed_at timestamptz,
  locale text not null,
  idempotency_key text,
  request_hash text,
  version int not null default 1,
  check (payable = list - discount + upgrade_difference - credit)
);
create unique index billing_order_one_pending on billing_order (account_id) where status = 0;
create unique index billing_order_idempotency on billing_order (account_id, idempotency_key) where idempotency_key is not null;
create index billing_order_account on billing_order (account_id, created_at desc, no desc);
create index billing_order_pending on billing_order (network) where status = 0;

-- An address is given to one order and never to another customer. `mac` covers the row, so that a changed one is noticed.
create table deposit_address (
  network text not null references billing_network (code),
  index integer not null,
  address text not null,
  account_id text not null,
  order_no text not null unique references billing_order (no),
  created_block bigint not null,
  watch_until timestamptz not null,
  mac text not null,
  audited_at timestamptz,
  -- set while the balance says more than the logs: blocks from here on are read whole
  rescan_from bigint,
  rescans int not null default 0,
  primary key (network, index),
  unique (network, address)
);
create index deposit_address_watched on deposit_address (network, watch_until);

create table transfer_observation (
  network text not null,
  block_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  block_time timestamptz not null,
  tx_hash text not null,
  sender text not null,
  recipient text not null,
  micro numeric(78) not null check (micro > 0),
  state text not null check (state in ('seen', 'confirmed', 'orphaned', 'rejected')),
  reason text,
  misses int not null default 0,
  was_orphaned boolean not null default false,
  first_seen_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (network, block_hash, log_index),
  foreign key (network, recipient) references deposit_address (network, address)
);
create index transfer_observation_recipient on transfer_observation (network, recipient);
create index transfer_observation_open on transfer_observation (network, block_number) where state = 'seen';

-- A customer's money: what came in, what orders consumed and gave back, what the operator returned. Rows never change.
create table ledger_entry (
  id bigint generated always as identity primary key,
  account_id text not null,
  kind text not null check (kind in ('deposit', 'order', 'order_credit', 'credit_return', 'refund', 'adjustment')),
  micro numeric(80) not null check (micro <> 0),
  order_no text,
  network text,
  tx_hash text,
  note text,
  -- what may happen once happens once
  idem text not null unique,
  created_at timestamptz not null
);
create index ledger_entry_account on ledger_entry (account_id, id);
create index ledger_entry_order on ledger_entry (order_no) where order_no is not null;

create function ledger_entry_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are final';
end $$;
create trigger ledger_entry_final before update or delete on ledger_entry
  for each row execute function ledger_entry_is_final();

-- The sum of the entries, kept with them; the lock on its row serialises what one customer spends.
create table ledger_balance (
  account_id text primary key,
  micro numeric(80) not null check (micro >= 0)
);

-- An order opens its plan once.
create table entitlement_grant (
  order_no text primary key references billing_order (no),
  key_id text not null,
  plan_id text not null,
  expires_at timestamptz not null,
  granted_at timestamptz not null
);

create table order_event (
  id bigint generated always as identity primary key,
  order_no text not null references billing_order (no),
  at timestamptz not null,
  kind text not null,
  detail jsonb not null default '{}'
);
create index order_event_order on order_event (order_no, id);

-- What a person has to look at, with its reason; closed with a note.
create table payment_incident (
  id bigint generated always as identity primary key,
  network text,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}',
  opened_at timestamptz not null,
  closed_at timestamptz,
  note text
);
create unique index payment_incident_open on payment_incident (kind, subject) where closed_at is null;

-- Money the operator moved away from a deposit address.
create table payment_sweep (
  network text not null,
  index integer not null,
  tx_hash text not null,
  micro numeric(78) not null check (micro > 0),
  recorded_at timestamptz not null,
  primary key (network, index, tx_hash)
);

-- Transactions of the sandbox chain; `block` is null until it is mined. Empty on a live installation.
create table sandbox_transaction (
  network text not null,
  tx_hash text not null,
  body jsonb not null,
  block bigint,
  created_at timestamptz not null,
  primary key (network, tx_hash)
);
create table sandbox_chain (
  network text primary key,
  seed text not null,
  genesis_at timestamptz not null
);
