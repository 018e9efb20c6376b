-- Legal texts and articles that the operator edits in the console. Every version stays; at most one of a path is shown,
-- in place of the file of CONTENT_DIR or the text of the product.
create table content_text (
  -- As below CONTENT_DIR: `en-US/terms.md`
  path text not null,
  number integer not null check (number > 0),
  -- Markdown with its head
  source text not null,
  saved_at timestamptz not null,
  published_at timestamptz,
  is_shown boolean not null default false check (not is_shown or published_at is not null),
  primary key (path, number)
);
create unique index content_text_shown on content_text (path) where is_shown;
