-- Names, contacts and look of the operator, edited in the console. Every version stays; at most one is shown, in place
-- of the settings.
create table brand_edition (
  number integer primary key check (number > 0),
  document jsonb not null,
  saved_at timestamptz not null,
  published_at timestamptz,
  is_shown boolean not null default false check (not is_shown or published_at is not null)
);
create unique index brand_edition_shown on brand_edition (is_shown) where is_shown;
