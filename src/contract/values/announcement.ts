import type { Locale } from '../locale.ts'

/** Longest text in one language, in characters. */
export const announcementTextMax = 300

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

/** `customers`: accounts with an active paid plan; `plan`: accounts with a key on one of the chosen plans. */
export const audiences = ['all', 'customers', 'plan'] as const
export type Audience = (typeof audiences)[number]

export const announcementStates = ['shown', 'coming', 'over'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** A line at the top of pages. `mark` changes when the line is edited. */
export type ShownAnnouncement = {
  id: number
  level: AnnouncementLevel
  texts: Readonly<Record<Locale, string>>
  mark: string
}

/** Longest text of a changelog entry in one language, in characters. */
export const changelogTextMax = 4_000
