-- The instruments that an exchange's source follows since its last start. Other sources must not feed them.
create table followed_choice (
  source text primary key,
  keys text[] not null,
  -- instruments of the settings that the exchange does not list
  missing text[] not null
);
