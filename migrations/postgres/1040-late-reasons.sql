-- Why money of a timed-out order became credit or bought at another price, and what would have sufficed, micro-USDT.
alter table billing_order add column late_reasons text[] not null default '{}', add column late_due bigint;
