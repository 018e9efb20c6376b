import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'

/** `all`: every account; `customers`: those with a running paid plan; `plan`: those with a key on one of `planIds`. */
export const audiences = ['all', 'customers', 'plan'] as const
export type Audience = (typeof audiences)[number]

/** `isPublic`: strangers read it too. Times in ms; `endsAt` null: until it is ended. */
export type Announcement = ShownAnnouncement & {
  audience: Audience
  planIds: readonly string[] | null
  isPublic: boolean
  startsAt: number
  endsAt: number | null
  endedAt: number | null
}

export function isRunning({ startsAt, endsAt, endedAt }: Announcement, now: number): boolean {
  return endedAt === null && startsAt <= now && (endsAt === null || endsAt > now)
}

/** A signed-in reader: the plans that run now, and whether one of them is paid. */
export type Reader = { planIds: readonly string[]; pays: boolean }

/** Whether an announcement is meant for a reader; null: a stranger. */
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
