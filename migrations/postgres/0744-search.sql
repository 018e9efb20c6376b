-- What the staff search customers by, beside what is unique anyhow.
create index account_email_prefix on account (email text_pattern_ops);
create index api_key_tail on api_key (tail);
create index ledger_entry_tx on ledger_entry (tx_hash) where tx_hash is not null;
