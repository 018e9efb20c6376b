import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '../../../ui/code/code-text.tsx'
import { clockTime } from './clock-time.ts'
import { FrameWords } from './frame-words.tsx'
import { GapRow } from './gap-row.tsx'
import type { Entry } from './socket/frame-log.ts'
import type { PlaygroundSession } from './socket/session.ts'

type FrameListProps = {
  session: PlaygroundSession
  entries: readonly Entry[]
  /** Called when a line is opened. The handler must pause the list, so that nothing moves while the reader reads. */
  onRead: () => void
}

/** All lines are one tab stop. Arrow keys move between lines; Enter opens or closes a line. */
export function FrameList({ session, entries, onRead }: FrameListProps) {
  const t = useTranslations('playground.list')
  const [open, setOpen] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const lines = entries.filter(({ missing }) => missing === null)
  const stop = lines.find(({ id }) => id === focused)?.id ?? lines[0]?.id
  const toggle = (id: number) => {
    onRead()
    setOpen(open === id ? null : id)
  }
  return (
    <>
      <div className="playground-head" aria-hidden="true">
        <span>{t('time')}</span>
        <span />
        <span>{t('type')}</span>
        <span>{t('symbol')}</span>
        <span>{t('message')}</span>
        <span>{t('sequence')}</span>
      </div>
      <ol className="playground-lines" onKeyDown={moveFocus}>
        {entries.map((entry) =>
          entry.missing ? (
            <GapRow key={entry.id} session={session} at={entry.at} missing={entry.missing} />
          ) : (
            <li key={entry.id} data-way={entry.way}>
              <button
                type="button"
                className="playground-line"
                aria-expanded={open === entry.id}
                tabIndex={entry.id === stop ? 0 : -1}
                onFocus={() => setFocused(entry.id)}
                onClick={() => toggle(entry.id)}
              >
                <Line entry={entry} />
              </button>
              {open === entry.id && <Whole raw={entry.raw} />}
            </li>
          ),
        )}
      </ol>
    </>
  )
}

function Line({ entry }: { entry: Entry }) {
  const t = useTranslations('playground.list')
  const { at, way, type, symbol, seq } = entry
  return (
    <>
      <span className="playground-time">{clockTime(at)}</span>
      <span className="playground-way">
        {way === 'socket' ? '' : way === 'in' ? '↓' : '↑'}
        {way !== 'socket' && <span className="sr-only">{t(way)}</span>}
      </span>
      <b className="text-strong">{type}</b>
      <span>{symbol}</span>
      <span>
        <FrameWords entry={entry} />
      </span>
      <span className="playground-seq">{seq === null ? '' : `…${String(seq).slice(-4)}`}</span>
    </>
  )
}

function Whole({ raw }: { raw: string }) {
  return (
    <div className="code-card">
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a message that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <CodeText language="json">{indented(raw)}</CodeText>
      </pre>
    </div>
  )
}

function indented(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    // `raw` is not JSON but a truncated REST response or another text.
    return raw
  }
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.playground-line')]
  const next = lines[lines.findIndex((line) => line.matches(':focus')) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
