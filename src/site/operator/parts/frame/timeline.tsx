import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { Moment } from '../../../ui/time/moment.tsx'
import { Glyph, type GlyphName } from '../marks/glyph.tsx'
import './timeline.css'

export type TimelineEvent = {
  key: string
  /** Time of the event, ms. */
  at: number
  glyph: GlyphName
  title: ReactNode
  note?: ReactNode
  /** `amount`: how the event changed a balance. `left`: the balance afterwards. */
  amount?: ReactNode
  left?: ReactNode
  /** Whether a person must act on the event. */
  marked?: boolean
}

/** Events grouped by day. `events` begins with the newest event. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  const format = useFormatter()
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = format.dateTime(event.at, { dateStyle: 'full' })
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return (
    <ol className="timeline">
      {[...days].map(([day, ofDay]) => (
        <li key={day}>
          <p className="caption timeline-day">{day}</p>
          <ol>
            {ofDay.map(({ key, at, glyph, title, note, amount, left, marked }) => (
              <li key={key} className="timeline-event" data-marked={marked || undefined}>
                <Moment at={at} style="time" />
                <Glyph name={glyph} />
                <div className="breakable">
                  <p>{title}</p>
                  {note && <p className="text-muted">{note}</p>}
                </div>
                {amount && (
                  <p className="nowrap timeline-amount">
                    {amount}
                    {left && <small>{left}</small>}
                  </p>
                )}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
