import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { grouped } from '../../../ui/grouped.ts'
import { TextInput } from '../../../ui/typing/text-input.tsx'
import { PaceLine } from './pace-line.tsx'
import { type Entry, type Family, families } from './socket/frame-log.ts'
import type { PlaygroundSession } from './socket/session.ts'

const shownMax = 200

/** The code of the list is loaded with the first message. */
const FrameList = lazy(async () => ({ default: (await import('./frame-list.tsx')).FrameList }))

/** The entries at the moment when the list was paused. */
type Held = { entries: Entry[]; total: number }

/** The newest messages, each with its time. A pause stops the list but not the socket. */
export function FrameCard({ session }: { session: PlaygroundSession }) {
  const t = useTranslations('playground.list')
  const { log } = session
  const [family, setFamily] = useState<Family | null>(null)
  const [text, setText] = useState('')
  const [held, setHeld] = useState<Held | null>(null)
  const live = log.newest(family, text, shownMax)
  const entries = held?.entries ?? live
  const hold = () => setHeld((known) => known ?? { entries: live, total: log.total })
  const choose = (next: Family | null) => {
    setFamily(next)
    setHeld(null)
  }
  const clear = () => {
    session.clear()
    setHeld(null)
  }
  return (
    <section className="card playground-frames" aria-labelledby="playground-messages">
      <h2 id="playground-messages" className="sr-only">
        {t('title')}
      </h2>
      <div className="playground-tools">
        <button type="button" aria-pressed={held !== null} onClick={() => (held ? setHeld(null) : hold())}>
          {held ? t('resume', { count: grouped(Math.max(0, log.total - held.total)) }) : t('pause')}
        </button>
        <button type="button" onClick={clear}>
          {t('clear')}
        </button>
        <button type="button" disabled={log.total === 0} onClick={() => save(log.asLines())}>
          {t('save')}
        </button>
        <TextInput
          className="input"
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          onText={(typed) => {
            setText(typed)
            setHeld(null)
          }}
        />
      </div>
      <fieldset className="playground-kinds">
        <legend className="sr-only">{t('kinds')}</legend>
        <button type="button" aria-pressed={family === null} onClick={() => choose(null)}>
          {t('all')} <b>{grouped(log.total)}</b>
        </button>
        {families.map((name) => (
          <button key={name} type="button" aria-pressed={family === name} onClick={() => choose(name)}>
            {name === 'control' ? t('control') : name} <b>{grouped(log.counts[name])}</b>
          </button>
        ))}
      </fieldset>
      {entries.length === 0 ? (
        <p className="pad-16 text-muted">{log.total === 0 ? t('empty') : t('noMatch')}</p>
      ) : (
        <Suspense>
          <FrameList session={session} entries={entries} onRead={hold} />
        </Suspense>
      )}
      {log.total > shownMax && entries.length === shownMax && (
        <p className="text-12 text-muted pad-8-12 ruled-bottom">
          {t('shown', { shown: `${shownMax}`, total: grouped(log.total) })}
        </p>
      )}
      <PaceLine session={session} />
    </section>
  )
}

function save(lines: string): void {
  const url = URL.createObjectURL(new Blob([`${lines}\n`], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'stream.ndjson'
  link.click()
  URL.revokeObjectURL(url)
}
