import { useTranslations } from 'use-intl'
import { grouped } from '../../../ui/grouped.ts'
import { LatencyTable } from './latency-table.tsx'
import type { Measured } from './measured.server.ts'
import { Section, SectionHead } from './section.tsx'

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
    <Section id="achievement">
      <header>
        <SectionHead section="achievement" no="04" />
      </header>
      <dl className="claims">
        {claimNames.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="num">{claims[name] ?? t(`figures.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet claims-note">{t('network', { time: measured.at })}</p>
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
