import { Fragment } from 'react'
import { useFormatter } from 'use-intl'

const day = { dateStyle: 'medium' } as const
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Day and time are formatted separately, because browsers and Node put different spaces between them in zh-HK. */
const parts = {
  second: [day, { ...minute, second: '2-digit' }],
  minute: [day, minute],
  day: [day],
  time: [minute],
} as const

type Style = keyof typeof parts

/** A UTC time, formatted in the reader's language; `at` in ms. */
export function Moment({ at, style = 'minute' }: { at: number; style?: Style }) {
  const format = useFormatter()
  return (
    <time className="num" dateTime={new Date(at).toISOString()}>
      {parts[style].map((options, index) => (
        <Fragment key={JSON.stringify(options)}>
          {index > 0 && ' '}
          <span className="nowrap">{format.dateTime(at, options)}</span>
        </Fragment>
      ))}
    </time>
  )
}
