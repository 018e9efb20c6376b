import { useTranslations } from 'use-intl'
import { publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { knownOf, type Read } from '../../reads/read.ts'
import { NotRead } from '../../reads/shown.tsx'
import { grouped } from '../../ui/grouped.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { CoverageClass } from './coverage-class.tsx'
import { type CoverageData, loadCoverage } from './coverage-data.server.ts'
import './coverage.css'

const coverageMaxAgeMs = 30_000

export const loader = publicPage(
  ['coverage', 'plans', 'reads'],
  async (call) => {
    const { stored, ...rest } = await loadCoverage(call)
    return { ...rest, body: call.part('coverage', <Stored stored={stored} />), scripted: [] }
  },
  { maxAgeMs: coverageMaxAgeMs },
)

export default function Coverage({ loaderData: { body } }: { loaderData: { body: ServerPart } }) {
  return <Part part={body} />
}

function Stored({ stored }: { stored: Read<CoverageData> }) {
  const t = useTranslations('coverage')
  const figures = knownOf(stored)?.figures
  const shown = [
    [t('figures.instruments'), figures && grouped(figures.instruments)],
    [t('figures.exchanges'), figures && grouped(figures.exchanges)],
    [t('figures.since'), figures?.since],
    [t('figures.countedAt'), figures?.countedAt],
  ] as const
  return (
    <>
      <header className="wrap facts-head coverage-head">
        <h1 className="page-title">{t('meta.title')}</h1>
        <p className="lead">{t('lead')}</p>
        <dl>
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </header>
      {stored.state === 'known' ? (
        stored.value.groups.map((group, position) => (
          <CoverageClass key={group.name} group={group} number={position + 1} />
        ))
      ) : (
        <div className="wrap facts-none">
          {stored.state === 'none' ? (
            <StateCard title={t('none')}>{t('noneText')}</StateCard>
          ) : (
            <NotRead what={t('failed')} />
          )}
        </div>
      )}
      <section className="section">
        <div className="wrap facts-notes">
          <h2 className="section-title">{t('notes.title')}</h2>
          <ul>
            {(['days', 'intraday', 'ticks', 'delay', 'live'] as const).map((name) => (
              <li key={name}>{t(`notes.${name}`)}</li>
            ))}
          </ul>
          <p>
            <PageLink to="/docs/rest/market" className="link">
              {t('api')}
            </PageLink>
          </p>
        </div>
      </section>
    </>
  )
}
