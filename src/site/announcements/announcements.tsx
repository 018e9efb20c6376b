import { useFetcher, useMatches } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { AnnouncementLevel } from '#src/contract/values/announcement.ts'
import { CloseIcon } from '../ui/icons.tsx'

/** An announcement in the reader's language. */
export type ReadAnnouncement = { id: number; level: AnnouncementLevel; text: string }

/** The bar of account pages; their loaders bring what it says. Needs the `account` words. */
export function Announcements() {
  const t = useTranslations('account.announcement')
  const list = useMatches().flatMap(({ loaderData }) => announcementsIn(loaderData))
  if (list.length === 0) return null
  return (
    <section aria-label={t('label')}>
      <ul className="announcements">
        {list.map((announcement) => (
          <Line key={announcement.id} announcement={announcement} />
        ))}
      </ul>
    </section>
  )
}

function Line({ announcement: { id, level, text } }: { announcement: ReadAnnouncement }) {
  const t = useTranslations('account.announcement')
  const action = `/${useLocale()}/announcements/${id}/dismiss`
  const fetcher = useFetcher()
  if (fetcher.state !== 'idle') return null
  return (
    <li data-level={level}>
      <p>{text}</p>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          void fetcher.submit({ scripted: '' }, { method: 'post', action })
        }}
      >
        <button type="submit" className="icon-btn" aria-label={t('dismiss')}>
          <CloseIcon />
        </button>
      </form>
    </li>
  )
}

function announcementsIn(data: unknown): ReadAnnouncement[] {
  return typeof data === 'object' && data !== null && 'announcements' in data
    ? (data.announcements as ReadAnnouncement[])
    : []
}
