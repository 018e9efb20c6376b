import { useFormatter } from 'use-intl'

const options = {
  second: { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' },
  minute: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  day: { dateStyle: 'medium' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const

type Style = keyof typeof options

/** A time in UTC, in the reader's language; `at` in ms. */
export function Moment({ at, style = 'minute' }: { at: number; style?: Style }) {
  const format = useFormatter()
  return (
    <time className="num" dateTime={new Date(at).toISOString()}>
      {format.dateTime(at, options[style])}
    </time>
  )
}
