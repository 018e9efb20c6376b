-- Where factors come from: a file, or the splits and dividends of the instrument.
alter table factors add column source text not null default 'import' check (source in ('import', 'actions'));
alter table factor_base add column source text not null default 'import' check (source in ('import', 'actions'));
