import { useTranslations } from 'use-intl'
import { useBytes } from '../../../operator/parts/words/spans.ts'
import { grouped } from '../../../ui/grouped.ts'
import type { Claim } from './claims.server.ts'
import { LatencyTable } from './latency-table.tsx'
import type { Measured } from './measured.server.ts'
import { Section, SectionHead } from './section.tsx'

type AchievementProps = { no: string; claims: readonly Claim[]; measured: Measured }

/** The figures of the network, each with its origin, and further figures that this installation measured. */
export function Achievement({ no, claims, measured }: AchievementProps) {
  const t = useTranslations('home.achievement')
  const figure = (value: number | null) => (value === null ? t('unknown') : grouped(value))
  const rows = [
    { name: 'instruments', how: 'instrumentsHow', value: figure(measured.instrumentsTotal) },
    { name: 'bars', how: 'barsHow', value: figure(measured.bars) },
  ] as const
  return (
    <Section id="achievement">
      <header>
        <SectionHead section="achievement" no={no} />
      </header>
      {claims.length > 0 && <Claims claims={claims} />}
      <p className="quiet claims-note">
        {claims.some(({ kind }) => kind === 'example') && <>{t('origins.example')} </>}
        {claims.some(({ kind }) => kind === 'claimed') && <>{t('origins.claimed')} </>}
        {t('origins.measured', { time: measured.at })}
      </p>
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

function Claims({ claims }: { claims: readonly Claim[] }) {
  const t = useTranslations('home.achievement')
  const bytes = useBytes()
  const shown = (claim: Claim) => {
    if (claim.kind === 'claimed') return claim.text
    if (claim.kind === 'example') return t(`examples.${claim.name}`)
    return claim.name === 'bytes' ? bytes(claim.value) : grouped(claim.value)
  }
  return (
    <dl className="claims">
      {claims.map((claim) => (
        <div key={claim.name}>
          <dt>
            {t(claim.kind === 'measured' ? `counted.${claim.name}` : claim.name)}
            <span className="claim-kind" data-kind={claim.kind}>
              {t(`kinds.${claim.kind}`)}
            </span>
          </dt>
          <dd className="num">{shown(claim)}</dd>
        </div>
      ))}
    </dl>
  )
}
