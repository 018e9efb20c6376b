-- What the owner of a key allows it: null and empty restrict nothing.
alter table api_key
  add column scope_classes text[],
  add column scope_access text not null default 'all' check (scope_access in ('all', 'rest', 'stream')),
  add column scope_networks text[] not null default '{}';
