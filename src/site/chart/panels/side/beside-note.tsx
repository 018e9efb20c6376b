import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Shown } from '../../../reads/shown.tsx'
import type { Beside } from '../../data/beside.ts'

type BesideNoteProps<T> = {
  read: Beside<T>
  /** The number of placeholder rows while the value loads. */
  rows: number
  none: string
  again(): void
  children: (value: T) => ReactNode
}

/** Draws data of the side panel in each state of `Beside`. */
export function BesideNote<T>({ read, rows, none, again, children }: BesideNoteProps<T>) {
  const t = useTranslations('chart.market')
  if (read.state === 'locked')
    return (
      <p className="text-12 text-muted side-note">
        <Lock size={12} aria-hidden="true" /> {read.plan ? t('lockedIn', { plan: read.plan }) : t('locked')}
      </p>
    )
  return (
    <Shown
      read={read}
      loading={<Waiting rows={rows} label={t('loading')} />}
      none={<p className="text-12 text-muted side-note">{none}</p>}
      failed={t('failed')}
      again={again}
    >
      {children}
    </Shown>
  )
}

function Waiting({ rows, label }: { rows: number; label: string }) {
  return (
    <div className="side-wait" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
        <span key={row} className="skeleton" />
      ))}
    </div>
  )
}
