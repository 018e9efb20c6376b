-- Figures of the whole installation that its home page shows: accounts, stored rows and bytes, the highest rate of
-- delivered messages.
create table installation_figure (
  name text primary key,
  value double precision not null,
  -- Of a highest value: when it was reached
  measured_at timestamptz not null
);
