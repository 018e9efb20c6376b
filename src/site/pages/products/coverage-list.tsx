import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import type { Read } from '../../reads/read.ts'
import { NotRead } from '../../reads/shown.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Flag } from './instrument-table.tsx'
import type { CoverageGroup } from './product-data.server.ts'

export function CoverageList({ coverage }: { coverage: Read<readonly CoverageGroup[]> }) {
  const t = useTranslations('products.coverage')
  if (coverage.state === 'known') return <Groups coverage={coverage.value} />
  if (coverage.state === 'none') return null
  return (
    <section className="section">
      <div className="wrap product-part">
        <h2 className="section-title">{t('title')}</h2>
        <NotRead what={t('failed')} />
      </div>
    </section>
  )
}

function Groups({ coverage }: { coverage: readonly CoverageGroup[] }) {
  const t = useTranslations('products.coverage')
  const exchanges = coverage.flatMap((group) => group.exchanges)
  const count = exchanges.reduce((sum, { instruments }) => sum + instruments, 0)
  return (
    <section className="section">
      <div className="wrap product-part">
        <header>
          <h2 className="section-title">{t('title')}</h2>
          <p className="section-lead">
            {t('lead', { count, shown: grouped(count), exchanges: exchanges.length, listed: String(exchanges.length) })}
          </p>
          <p className="section-lead">
            <PageLink to="/coverage" className="link">
              {t('all')}
            </PageLink>
          </p>
        </header>
        <ul className="coverage">
          {coverage.map((group) => (
            <li key={group.name}>
              <h3>
                {group.region && <Flag country={group.region} />}
                {group.name || t('worldwide')}
              </h3>
              <dl>
                {group.exchanges.map(({ exchange, instruments }) => (
                  <div key={exchange}>
                    <dt>{exchange}</dt>
                    <dd className="num">{grouped(instruments)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
