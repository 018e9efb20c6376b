import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import { dismissedBy, type WithHeaders } from './dismissed.server.ts'

/** At most so many stand above a page, the newest first. */
const shownMax = 3

/** What a reader has not closed, the newest first. */
export function openTo(request: WithHeaders, list: readonly ShownAnnouncement[]): ShownAnnouncement[] {
  if (list.length === 0) return []
  const dismissed = dismissedBy(request)
  return list.filter(({ id }) => !dismissed.includes(id)).slice(0, shownMax)
}
