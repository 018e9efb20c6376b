import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { roundRange } from './axis.ts'
import './bars.css'

type Point = { name: string; value: number | null }
type LineProps = { label: string; points: readonly Point[]; from: ReactNode; to: ReactNode }

/** A line over an axis. Unknown values leave a gap, and the last point is amber. */
export function Line({ label, points, from, to }: LineProps) {
  const format = useFormatter()
  const known = points.flatMap(({ value }) => value ?? [])
  if (known.length === 0) return null
  const { low, high } = roundRange(known)
  const percentOf = (value: number) => ((high - value) / (high - low)) * 100
  const step = 100 / Math.max(1, points.length - 1)
  const last = points.at(-1)
  return (
    <figure className="bars">
      <div className="bars-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
          <path d={pathOf(points, step, percentOf)} vectorEffect="non-scaling-stroke" />
          {points.map(({ name, value }, at) => (
            <rect key={name} className="line-day" x={(at - 0.5) * step} width={step} y="0" height="100">
              <title>{`${name}: ${value === null ? '–' : format.number(value)}`}</title>
            </rect>
          ))}
        </svg>
        {last?.value != null && <i className="line-last" style={{ top: `${percentOf(last.value)}%` }} />}
        <span className="bars-top">{format.number(high)}</span>
        <span className="bars-middle">{format.number((low + high) / 2)}</span>
        <span className="bars-foot">{format.number(low)}</span>
      </div>
      <figcaption>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  )
}

function pathOf(points: readonly Point[], step: number, percentOf: (value: number) => number): string {
  let isDown = false
  const parts = points.map(({ value }, at) => {
    const pen = isDown ? 'L' : 'M'
    isDown = value !== null
    return value === null ? '' : `${pen}${(at * step).toFixed(2)} ${percentOf(value).toFixed(2)}`
  })
  return parts.join('')
}
