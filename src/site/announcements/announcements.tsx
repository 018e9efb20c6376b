import { useState } from 'react'
import { useMatches, useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { type Locale, languages } from '#src/contract/locale.ts'
import type { AnnouncementLevel } from '#src/contract/values/announcement.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'

/** An announcement for a reader; `lang`: the language of its text. */
export type ReadAnnouncement = { id: number; level: AnnouncementLevel; text: string; lang: Locale }

/**
 * The announcements in a loader's data. `announcements`: those for the reader of an account page. `toEverybody`: those
 * that the layout loads for everybody.
 */
type Loaded = { announcements?: ReadAnnouncement[]; toEverybody?: ReadAnnouncement[] } | null | undefined

/** The bar at the top of pages outside of the account area, with announcements to everybody. */
export function AnnouncementBar() {
  const loaded = useLoaded()
  if (loaded.some((data) => data?.announcements)) return null
  return <List className="announcement-bar" list={loaded.flatMap((data) => data?.toEverybody ?? [])} />
}

export function Announcements() {
  return <List list={useLoaded().flatMap((data) => data?.announcements ?? [])} />
}

function useLoaded(): Loaded[] {
  return useMatches().map(({ loaderData }) => loaderData as Loaded)
}

function List({ list, className }: { list: readonly ReadAnnouncement[]; className?: string }) {
  const t = useTranslations('frame.announcement')
  if (list.length === 0) return null
  return (
    <section aria-label={t('label')} className={className}>
      <ul className="announcements">
        {list.map((announcement) => (
          <Line key={announcement.id} announcement={announcement} />
        ))}
      </ul>
    </section>
  )
}

function Line({ announcement: { id, level, text, lang } }: { announcement: ReadAnnouncement }) {
  const t = useTranslations('frame.announcement')
  const locale = useLocale()
  const action = `/${locale}/announcements/${id}/dismiss`
  const failed = useTranslations('frame.account')('failed')
  const { revalidate } = useRevalidator()
  const [isClosed, setClosed] = useState(false)
  const close = async () => {
    setClosed(true)
    // Without a connection, an action of the router would replace the page with the page of a failure.
    const answer = await fetch(action, { method: 'POST', body: new URLSearchParams({ scripted: '' }) }).catch(
      () => null,
    )
    if (answer?.ok) return revalidate()
    setClosed(false)
    toast(failed, 'error')
  }
  if (isClosed) return null
  return (
    <li data-level={level}>
      <p>
        <span lang={lang}>{text}</span>
        {lang !== locale && <small className="text-muted"> ({languages[lang].name})</small>}
      </p>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          void close()
        }}
      >
        <button type="submit" className="icon-btn" aria-label={t('dismiss')}>
          <CloseIcon />
        </button>
      </form>
    </li>
  )
}
