import { useFormatter, useTranslations } from 'use-intl'
import type { HomeData } from '../home.tsx'
import type { Measured } from './measured.server.ts'
import { Section } from './section.tsx'

const claimNames = ['users', 'rows', 'raw', 'messages'] as const

/** What the operator claims for the network, and beside it what this installation can prove. */
export function Achievement({ claims, measured }: { claims: HomeData['claims']; measured: Measured }) {
  const t = useTranslations('home.achievement')
  const format = useFormatter()
  const figure = (value: number | null) => (value === null ? t('unknown') : format.number(value))
  const rows = [
    { name: 'instruments', how: 'instrumentsHow', value: figure(measured.instrumentsTotal) },
    { name: 'bars', how: 'barsHow', value: figure(measured.bars) },
    {
      name: 'answer',
      how: 'answerHow',
      value: measured.answerMs === null ? t('unknown') : `${measured.answerMs.toFixed(1)} ms`,
    },
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
      <div className="card">
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
      </div>
    </Section>
  )
}
