import { useTranslations } from 'use-intl'
import { grouped } from '../../../ui/grouped.ts'
import type { Measured } from './measured.server.ts'

const timed = ['data_call', 'delivery', 'symbol_search'] as const
const shares = ['p50', 'p95', 'p99'] as const
/** Possible ends of the latency scale, ms. */
const scaleEnds = [10, 30, 100, 300, 1_000, 3_000, 10_000]

export function LatencyTable({ latency }: { latency: Measured['latency'] }) {
  const t = useTranslations('home.achievement.latency')
  const known = timed.flatMap((name) => {
    const spread = latency[name]
    return spread ? [{ name, spread }] : []
  })
  if (known.length === 0) return null
  const slowest = Math.max(...known.map(({ spread }) => spread.p99))
  const max = scaleEnds.find((end) => end >= slowest) ?? slowest
  return (
    <table className="table table-list latency">
      <thead>
        <tr>
          <th scope="col">{t('measured')}</th>
          {shares.map((share) => (
            <th key={share} scope="col" className="figure">
              {share}
            </th>
          ))}
          <th scope="col">{t('how')}</th>
          <th scope="col" className="from-1024 latency-scale">
            {t('scale', { max: grouped(max) })}
          </th>
        </tr>
      </thead>
      <tbody>
        {known.map(({ name, spread }) => (
          <tr key={name}>
            <td data-label={t('measured')}>{t(name)}</td>
            {shares.map((share) => (
              <td key={share} data-label={share} className="figure">
                {shownMs(spread[share])}
              </td>
            ))}
            <td data-label={t('how')} className="text-muted">
              {t(name === 'delivery' ? 'lastMinuteEvents' : 'lastMinute', {
                count: spread.count,
                shown: grouped(spread.count),
              })}
            </td>
            <td className="from-1024 latency-scale">
              <SpreadLine spread={spread} max={max} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value that would be rounded to 0.0 is shown as `< 1 ms`, because events carry whole milliseconds. */
function shownMs(ms: number): string {
  return ms < 0.05 ? '< 1 ms' : `${ms.toFixed(1)} ms`
}

type Spread = NonNullable<Measured['latency']['data_call']>

/** A line from the median to the 99th percentile; the figures are beside it. */
function SpreadLine({ spread, max }: { spread: Spread; max: number }) {
  const at = (ms: number) => Math.min(100, (ms / max) * 100)
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${at(spread.p50)},6H${at(spread.p99)}`} className="spread-line" />
      <path d={`M${at(spread.p95)},2V10M${at(spread.p99)},2V10`} className="spread-line" />
      <path d={`M${at(spread.p50)},1V11`} className="spread-mark" />
    </svg>
  )
}
