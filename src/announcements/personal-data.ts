import { plainTable } from '#src/platform/personal-data.ts'

export const announcementRecords = [
  plainTable('announcement', 'id texts level audience plan_ids is_public starts_at ends_at created_at ended_at'),
]
