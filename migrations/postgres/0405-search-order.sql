-- The list for the search in memory is read in this order, from the first row on, without sorting a million rows first.
create index instruments_searched on instruments (lookup collate "C", code collate "C", id);
