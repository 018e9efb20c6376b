import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer, Read, Reading } from './read.ts'

/**
 * `none`: shown if the store has nothing. `failed`: the name of the value that could not be read, shown above the known
 * part of the value; without `failed`, the heading above names the value.
 */
type ShownProps<T> = {
  failed?: string
  /** Reads again; without `again` the page is loaded again. */
  again?: () => void
  children: (value: T) => ReactNode
} & (
  | { read: Answer<T>; none?: never; loading?: never }
  | { read: Read<T>; none: ReactNode; loading?: never }
  | { read: Reading<T>; none: ReactNode; loading: ReactNode }
)

/** Draws a read in each of its states. `loading` has the size of the known value. */
export function Shown<T>({ read, loading, none, failed, again, children }: ShownProps<T>) {
  switch (read.state) {
    case 'loading':
      return loading
    case 'known':
      return children(read.value)
    case 'none':
      return none
    case 'failed':
      return (
        <>
          <NotRead {...(failed !== undefined && { what: failed })} {...(again && { again })} />
          {read.known !== null && children(read.known)}
        </>
      )
  }
}

/** A line in place of content that could not be read. */
export function NotRead({ what, again }: { what?: string; again?: () => void }) {
  const t = useTranslations('reads')
  return (
    <p className="not-read" role="status" data-read="failed">
      {what ?? t('failed')}{' '}
      {again ? (
        <button type="button" className="link" onClick={again}>
          {t('again')}
        </button>
      ) : (
        <a className="link" href="?" onClick={reload}>
          {t('again')}
        </a>
      )}
    </p>
  )
}

/** Reloads the page with the filters of the address. Following the link would drop the filters. */
function reload(event: MouseEvent) {
  event.preventDefault()
  location.reload()
}

/** Shown in place of a figure: a dash while it loads or if there is none, a question mark if it could not be read. */
export function Missing({ read }: { read: Reading<unknown> }) {
  const t = useTranslations('reads')
  if (read.state !== 'failed') return <span data-read={read.state}>–</span>
  return (
    <span className="text-muted" role="img" aria-label={t('unknown')} title={t('unknown')} data-read="failed">
      ?
    </span>
  )
}
