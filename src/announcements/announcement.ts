import type { AnnouncementState, Audience, ShownAnnouncement } from '#src/contract/values/announcement.ts'

/** `isPublic`: shown on public pages, too. Times in ms; `endsAt` null: shown until somebody ends it. */
export type Announcement = Omit<ShownAnnouncement, 'mark'> & {
  audience: Audience
  planIds: readonly string[] | null
  isPublic: boolean
  startsAt: number
  endsAt: number | null
  endedAt: number | null
}

export function isRunning(announcement: Announcement, now: number): boolean {
  return stateOf(announcement, now) === 'shown'
}

export function stateOf({ startsAt, endsAt, endedAt }: Announcement, now: number): AnnouncementState {
  if (endedAt !== null || (endsAt !== null && endsAt <= now)) return 'over'
  return startsAt > now ? 'coming' : 'shown'
}

/** A signed-in reader: the active plans, and whether one of them is paid. */
export type Reader = { planIds: readonly string[]; pays: boolean }

/** `reader` null: a stranger. */
export function isFor({ audience, planIds, isPublic }: Announcement, reader: Reader | null): boolean {
  if (!reader) return isPublic
  switch (audience) {
    case 'all':
      return true
    case 'customers':
      return reader.pays
    case 'plan':
      return reader.planIds.some((id) => planIds?.includes(id))
  }
}
