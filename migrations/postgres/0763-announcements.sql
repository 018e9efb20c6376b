-- What the operator tells everybody, paying customers or those on some plans, at the top of pages.
create table announcement (
  id bigint generated always as identity primary key,
  -- `{"en-US": "…", "zh-CN": "…", "zh-HK": "…"}`
  texts jsonb not null,
  level text not null check (level in ('info', 'warning')),
  audience text not null check (audience in ('all', 'customers', 'plan')),
  plan_ids text[] check ((audience = 'plan') = (plan_ids is not null)),
  -- also on the pages that strangers read
  is_public boolean not null check (not is_public or audience = 'all'),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  created_at timestamptz not null,
  ended_at timestamptz
);
