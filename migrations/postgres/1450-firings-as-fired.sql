-- The condition and the note of an alert when it fired. Null in firings of earlier releases: they have those of the alert.
alter table alert_firing add column condition jsonb, add column note text;
