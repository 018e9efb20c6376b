-- Published packages of the client libraries. They stay, because lock files of customers name them with their digest.
create table client_package (
  -- The name in the address, such as market-data-client-0.1.0.tgz
  file text primary key,
  -- typescript, python, go or mcp
  language text not null,
  slug text not null,
  version text not null,
  -- Of the source: a new one is published as the next version
  digest text not null,
  bytes bytea not null,
  published_at timestamptz not null,
  unique (language, slug, version)
);
