-- Rows that a process waits for notify it, so that it need not ask for them every second. The channels are named where
-- the processes listen: src/audit/chain.ts, alerts/deliver/deliveries.ts, market/uploads/import-loop.ts and
-- market/console/job-loop.ts.
create function notify_of_work() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], 'null');
  return null;
end $$;

create trigger audit_work after insert on audit for each statement execute function notify_of_work('audit');

create trigger delivery_work after insert or update of status on alert_delivery
  for each row when (new.status = 'queued') execute function notify_of_work('alert_deliveries');

create trigger import_work after insert or update of phase on imports
  for each row when (new.phase = 'ready') execute function notify_of_work('imports');

create trigger job_work after insert or update of state on data_job
  for each row when (new.state = 'waiting') execute function notify_of_work('data_jobs');
