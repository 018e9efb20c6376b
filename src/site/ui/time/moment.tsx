import { Fragment } from 'react'
import { useFormatter, useLocale, useTimeZone } from 'use-intl'
import { type TimeStyle, timeStyles, utcText, withZone } from '#src/contract/values/clock.ts'

type MomentProps = { at: number; style?: TimeStyle; zone?: 'UTC' }

/** A time in the reader's zone, with UTC on hover; `at` in ms. `zone`: for market days, which are days in UTC. */
export function Moment({ at, style = 'minute', zone }: MomentProps) {
  const format = useFormatter()
  return (
    <time className="moment" dateTime={new Date(at).toISOString()} title={utcText(at)}>
      {timeStyles[style].map((options, index) => (
        <Fragment key={JSON.stringify(options)}>
          {index > 0 && ' '}
          <span className="nowrap">{format.dateTime(at, zone ? { ...options, timeZone: zone } : options)}</span>
        </Fragment>
      ))}
    </time>
  )
}

/**
 * Functions that return a time as text, for sentences. `deadline` adds the time zone, because a wrong deadline costs
 * the reader money.
 */
export function useMoment() {
  const format = useFormatter()
  const zone = useTimeZone() ?? 'UTC'
  const locale = useLocale()
  const moment = (at: number, style: TimeStyle = 'minute', timeZone = zone) =>
    timeStyles[style].map((options) => format.dateTime(at, { ...options, timeZone })).join(' ')
  const deadline = (at: number, style: TimeStyle = 'minute') =>
    withZone(moment(at, style), at, { locale, timeZone: zone })
  return { moment, deadline }
}
