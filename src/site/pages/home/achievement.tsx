import { useTranslations } from 'use-intl'
import { grouped } from '../../ui/grouped.ts'
import type { Measured } from './measured.server.ts'
import { Section } from './section.tsx'

const claimNames = ['users', 'rows', 'raw', 'messages'] as const

type Claims = Readonly<Record<(typeof claimNames)[number], string | null>>

/** The operator's claims about the network, beside figures that this installation measured. */
export function Achievement({ claims, measured }: { claims: Claims; measured: Measured }) {
  const t = useTranslations('home.achievement')
  const figure = (value: number | null) => (value === null ? t('unknown') : grouped(value))
  const rows = [
    { name: 'instruments', how: 'instrumentsHow', value: figure(measured.instrumentsTotal) },
    { name: 'bars', how: 'barsHow', value: figure(measured.bars) },
  ] as const
  return (
    <Section id="achievement" no="04" name={t('no')} title={t('title')}>
      <dl className="claims">
        {claimNames.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="num">{claims[name] ?? t(`figures.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="claims-note">{t('network', { time: measured.at })}</p>
      <div className="card claims-measured">
        <table className="table table-list">
          <thead>
            <tr>
              <th scope="col">{t('measured')}</th>
              <th scope="col" className="figure">
                {t('here')}
              </th>
              <th scope="col">{t('how')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, how, value }) => (
              <tr key={name}>
                <td data-label={t('what')}>{t(name)}</td>
                <td data-label={t('here')} className="figure">
                  {value}
                </td>
                <td data-label={t('how')} className="text-muted">
                  {t(how)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <LatencyTable latency={measured.latency} />
      </div>
    </Section>
  )
}

const timed = ['data_call', 'symbol_search'] as const
const shares = ['p50', 'p95', 'p99'] as const
/** With fewer calls the percentiles mean nothing. */
const callsMin = 20

function LatencyTable({ latency }: { latency: Measured['latency'] }) {
  const t = useTranslations('home.achievement.latency')
  const known = timed.flatMap((name) => {
    const spread = latency[name]
    return spread && spread.count >= callsMin ? [{ name, spread }] : []
  })
  if (known.length === 0) return null
  return (
    <table className="table table-list">
      <thead>
        <tr>
          <th scope="col">{t('measured')}</th>
          {shares.map((share) => (
            <th key={share} scope="col" className="figure">
              {share}
            </th>
          ))}
          <th scope="col">{t('how')}</th>
        </tr>
      </thead>
      <tbody>
        {known.map(({ name, spread }) => (
          <tr key={name}>
            <td data-label={t('measured')}>{t(name)}</td>
            {shares.map((share) => (
              <td key={share} data-label={share} className="figure">
                {spread[share].toFixed(1)} ms
              </td>
            ))}
            <td data-label={t('how')} className="text-muted">
              {t('lastMinute', { count: spread.count, shown: grouped(spread.count) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
