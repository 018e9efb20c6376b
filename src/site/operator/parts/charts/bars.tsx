import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { roundTop } from './axis.ts'
import './bars.css'

type Bar = { name: string; value: number }
type BarsProps = {
  /** The meaning of the bars, for screen readers. */
  label: string
  bars: readonly Bar[]
  /** The index of the bar whose time is not over yet. */
  running?: number
  /** Labels under the first (`from`) and the last bar (`to`). */
  from: ReactNode
  to: ReactNode
}

/** Bars over an axis labelled with its maximum. The running bar is amber. */
export function Bars({ label, bars, running, from, to }: BarsProps) {
  const format = useFormatter()
  const top = roundTop(Math.max(1, ...bars.map(({ value }) => value)))
  const width = 100 / bars.length
  return (
    <figure className="bars">
      <div className="bars-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
          {bars.map(({ name, value }, at) => (
            <rect
              key={name}
              x={at * width + width * 0.12}
              width={width * 0.76}
              y={100 - (value / top) * 100}
              height={(value / top) * 100}
              data-running={at === running || undefined}
            >
              <title>{`${name}: ${format.number(value)}`}</title>
            </rect>
          ))}
        </svg>
        <span className="bars-top">{format.number(top)}</span>
        <span className="bars-middle">{format.number(top / 2)}</span>
        <span className="bars-foot">0</span>
      </div>
      <figcaption>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  )
}
