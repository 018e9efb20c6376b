-- A check also finds series that ended although their market is open.
alter table bar_finding drop constraint bar_finding_kind_check;
alter table bar_finding add constraint bar_finding_kind_check
  check (kind in ('gap', 'stopped', 'outside', 'jump', 'no_volume', 'split'));

-- The night (a UTC date) whose checks of a class were queued last.
create table checked_night (
  class text primary key,
  night date not null,
  -- how many there were
  nights integer not null default 0
);
