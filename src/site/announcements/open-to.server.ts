import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import { dismissedBy, type WithHeaders } from './dismissed.server.ts'

const shownMax = 3

/** Announcements that the reader has not closed, newest first. */
export function openTo(request: WithHeaders, list: readonly ShownAnnouncement[]): ShownAnnouncement[] {
  if (list.length === 0) return []
  const dismissed = dismissedBy(request)
  return list.filter(({ id }) => !dismissed.includes(id)).slice(0, shownMax)
}
