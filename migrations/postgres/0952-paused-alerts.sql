-- An alert whose plan did not allow it when it would have fired: it rests until its owner switches it on again.
alter table price_alert drop constraint price_alert_state_check;
alter table price_alert add constraint price_alert_state_check check (state in ('waiting', 'armed', 'done', 'paused'));
