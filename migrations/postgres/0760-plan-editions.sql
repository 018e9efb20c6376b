-- What is sold, edition by edition. Subscriptions and orders refer to the edition they were bought under, so none is deleted.
create table plan_edition (
  number integer primary key check (number > 0),
  document jsonb not null,
  changed_at timestamptz not null,
  -- null: the draft
  published_at timestamptz,
  -- when the draft is to be published by itself
  publish_at timestamptz,
  check (published_at is null or publish_at is null)
);
create unique index plan_edition_one_draft on plan_edition ((true)) where published_at is null;

-- One row. Whoever changes plans locks it; `version` rises with each change, so that none overwrites another unseen.
create table plan_state (
  id boolean primary key default true check (id),
  published integer not null references plan_edition (number),
  version bigint not null
);
