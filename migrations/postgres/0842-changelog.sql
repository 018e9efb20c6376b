-- What the operator tells users of the API about changes, day by day, on the page Changelog of the documentation.
create table changelog_entry (
  id bigint generated always as identity primary key,
  day date not null,
  -- Markdown: `{"en-US": "…", "zh-CN": "…", "zh-HK": "…"}`
  texts jsonb not null,
  -- Null: a draft, which only the staff see.
  published_at timestamptz,
  version integer not null default 0,
  changed_at timestamptz not null
);
create index changelog_entry_newest on changelog_entry (day desc, id desc);
