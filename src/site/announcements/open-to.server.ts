import type { Locale } from '#src/contract/locale.ts'
import { textIn } from '#src/contract/status/status.ts'
import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import type { ReadAnnouncement } from './announcements.tsx'
import { dismissedBy, type WithHeaders } from './dismissed.server.ts'

const shownMax = 3

/** The newest announcements that the reader has not closed, at most `shownMax`. */
export function openTo(request: WithHeaders, list: readonly ShownAnnouncement[]): ShownAnnouncement[] {
  if (list.length === 0) return []
  const dismissed = dismissedBy(request)
  return list.filter(({ id }) => !dismissed.includes(id)).slice(0, shownMax)
}

/** An announcement in the reader's language or, if that is missing, in another language. */
export function inLocale({ id, level, texts }: ShownAnnouncement, locale: Locale): ReadAnnouncement {
  const { text, locale: lang } = textIn(texts, locale)
  return { id, level, text, lang }
}
