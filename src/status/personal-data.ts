import { plainTable } from '#src/platform/personal-data.ts'

export const statusRecords = [
  plainTable('status_probe', 'component at state ms'),
  plainTable('status_day', 'component day up degraded down idle'),
  plainTable('status_incident', 'id impact components titles opened_at resolved_at'),
  plainTable('status_update', 'id incident_id at stage texts'),
]
