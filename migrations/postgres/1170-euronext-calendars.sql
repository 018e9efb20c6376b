-- Amsterdam and Brussels had the calendar of Paris, but differed from it until 2001. They keep the operator's changes.
insert into calendar_day (calendar, date, kind, name, minutes, changed_at)
select city, date, kind, name, minutes, changed_at
from calendar_day cross join unnest(array['amsterdam', 'brussels']) as city
where calendar = 'euronext'
on conflict do nothing;
