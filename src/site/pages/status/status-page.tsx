import { useLocale, useTranslations } from 'use-intl'
import { publicPage } from '../../page/page.server.ts'
import { inLanguage } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { ComponentRow } from './component-row.tsx'
import { Incident } from './incident.tsx'
import { type StatusView, statusView } from './status-data.server.ts'
import './status.css'

/** A stale page is shown for at most five times this age, so the shown status is at most ten seconds old. */
const statusMaxAgeMs = 2_000

export const loader = publicPage(
  ['status'],
  ({ status, locale, part }) => ({
    body: part('status', <Report view={statusView(status.report(), locale)} />),
    scripted: [],
    head: {},
  }),
  { maxAgeMs: statusMaxAgeMs },
)

export default function Status({ loaderData: { body } }: { loaderData: { body: ServerPart } }) {
  return <Part part={body} />
}

function Report({ view }: { view: StatusView }) {
  const t = useTranslations('status')
  const { state, at, groups, open, past } = view
  return (
    <>
      <header className="wrap facts-head status-head">
        <p className="kick">{t('kick')}</p>
        <h1 className="page-title status-now" data-state={state}>
          {t(`overall.${state}`)}
        </h1>
        <p className="lead">{at === null ? t('unmeasured') : t('measuredAt', { at })}</p>
        <p className="top-16 text-14 status-links">
          <a className="link" href="/status.json">
            JSON
          </a>
          <a className="link" href={inLanguage(useLocale(), '/status/rss.xml')}>
            RSS
          </a>
        </p>
      </header>
      {open.length > 0 && (
        <section className="wrap facts-none" aria-label={t('incidents.open')}>
          {open.map((incident) => (
            <Incident key={incident.id} incident={incident} />
          ))}
        </section>
      )}
      {groups.length === 0 && (
        <div className="wrap facts-none">
          <StateCard title={t('none')}>{t('noneText')}</StateCard>
        </div>
      )}
      {groups.map(({ name, components }, position) => (
        <section key={name} className="section">
          <div className="wrap">
            <h2 className="section-title" id={name}>
              <span className="kick">{String(position + 1).padStart(2, '0')}</span> {t(`groups.${name}`)}
            </h2>
            <ul className="card ruled top-24" aria-labelledby={name}>
              {components.map((component) => (
                <ComponentRow key={component.name} component={component} />
              ))}
            </ul>
          </div>
        </section>
      ))}
      <section className="section">
        <div className="wrap">
          <h2 className="section-title" id="incidents">
            <span className="kick">{String(groups.length + 1).padStart(2, '0')}</span> {t('incidents.past')}
          </h2>
          {past.length === 0 && <p className="section-lead">{t('incidents.none')}</p>}
          {past.map((incident) => (
            <Incident key={incident.id} incident={incident} />
          ))}
        </div>
      </section>
      <Notes />
    </>
  )
}

function Notes() {
  const t = useTranslations('status.notes')
  return (
    <section className="section">
      <div className="wrap facts-notes">
        <h2 className="section-title">{t('title')}</h2>
        <ul>
          {(['probes', 'uptime', 'bars', 'feeds', 'unknown'] as const).map((name) => (
            <li key={name}>{t(name)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
