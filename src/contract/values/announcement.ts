import type { Locale } from '../locale.ts'

/** Characters of each text. */
export const announcementTextMax = 300

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

/** `all`: every account; `customers`: those with a running paid plan; `plan`: those with a key on one of some plans. */
export const audiences = ['all', 'customers', 'plan'] as const
export type Audience = (typeof audiences)[number]

export const announcementStates = ['shown', 'coming', 'over'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** A line at the top of pages, as its readers get it. */
export type ShownAnnouncement = { id: number; level: AnnouncementLevel; texts: Readonly<Record<Locale, string>> }

/** Characters of one entry of the changelog in one language. */
export const changelogTextMax = 4_000
