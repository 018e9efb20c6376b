import { useFormatter, useTranslations } from 'use-intl'
import { type Interval, intervals } from '#src/contract/market.ts'
import type { CoveredExchangeRow } from '#src/contract/operator/data/sources.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import './heat-map.css'

type Level = 'whole' | 'nearly' | 'gaps' | 'bad'

const least = { whole: 99.9, nearly: 99, gaps: 95 } as const

/** Present bars in percent of expected bars, rounded down to a tenth. 100 means that no bar is missing. */
function shareOf({ present, expected }: { present: number; expected: number }): number {
  return Math.floor((1_000 * present) / expected) / 10
}

function levelOf(share: number): Level {
  if (share >= least.whole) return 'whole'
  if (share >= least.nearly) return 'nearly'
  return share >= least.gaps ? 'gaps' : 'bad'
}

const levels: readonly Level[] = ['whole', 'nearly', 'gaps', 'bad']

export function Legend() {
  const t = useTranslations('operatorCoverage')
  return (
    <ul className="flow gap-4-16 heat-legend" aria-label={t('legend')}>
      {[...levels, 'none' as const].map((level) => (
        <li key={level}>
          <i data-heat={level} /> {t(`levels.${level}`)}
        </li>
      ))}
    </ul>
  )
}

export function HeatMap({ exchanges }: { exchanges: readonly CoveredExchangeRow[] }) {
  const t = useTranslations('operatorCoverage')
  const classes = useTranslations('operatorData.classes')
  const format = useFormatter()
  if (exchanges.length === 0) return <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>
  return (
    <table className="heat">
      <caption className="sr-only">{t('recent')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('class')}</th>
          <th scope="col">{t('exchange')}</th>
          <th scope="col" className="heat-figure">
            {t('instruments')}
          </th>
          <th scope="col" className="heat-figure">
            {t('since')}
          </th>
          {intervals.map((interval) => (
            <th key={interval} scope="col">
              {interval}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {exchanges.map((covered, at) => (
          <tr
            key={`${covered.class} ${covered.exchange}`}
            data-first={covered.class !== exchanges[at - 1]?.class || undefined}
            data-none={covered.recent.length === 0 || undefined}
          >
            <th scope="row">{classes(covered.class)}</th>
            <td className="num">{covered.exchange || '–'}</td>
            <td className="num heat-figure">{format.number(covered.instruments)}</td>
            <td className="num heat-figure">{sinceOf(covered)}</td>
            {intervals.map((interval) => (
              <Cell key={interval} covered={covered} interval={interval} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sinceOf({ kinds }: CoveredExchangeRow): string {
  return kinds.length === 0 ? '–' : String(new Date(Math.min(...kinds.map(({ first }) => first))).getUTCFullYear())
}

function Cell({ covered, interval }: { covered: CoveredExchangeRow; interval: Interval }) {
  const t = useTranslations('operatorCoverage')
  const format = useFormatter()
  const found = covered.recent.find((one) => one.interval === interval)
  if (!found)
    return (
      <td data-heat="none" data-label={interval}>
        <span className="sr-only">{t('levels.none')}</span>
      </td>
    )
  const share = shareOf(found)
  const shown = format.number(share, { maximumFractionDigits: 1 })
  const details = t('of', {
    present: format.number(found.present),
    expected: format.number(found.expected),
    instruments: found.instruments,
  })
  return (
    <td data-heat={levelOf(share)} data-label={interval} title={details}>
      {share < 100 ? <PageLink to={gapsOf(covered)}>{shown}</PageLink> : shown}
    </td>
  )
}

/** The page that lists the exchange's gaps by instrument and interval. */
function gapsOf({ class: assetClass, exchange }: CoveredExchangeRow): string {
  return `/operator/data/checks?${new URLSearchParams({ class: assetClass, exchange })}`
}
