import type { Locale } from '../locale.ts'

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

/** A line at the top of pages, as its readers get it. */
export type ShownAnnouncement = { id: number; level: AnnouncementLevel; texts: Readonly<Record<Locale, string>> }
