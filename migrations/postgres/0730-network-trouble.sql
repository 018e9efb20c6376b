-- Why the last look at a network failed, and since when looks have failed; null while a node is trusted.
alter table billing_network add column trouble text;
alter table billing_network add column trouble_since timestamptz;
