import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Candles } from '../../pictures/candles.tsx'
import { DemoCard } from '../../showcase/demo-card.tsx'
import { LiveChart } from '../../showcase/live-chart.tsx'
import { grouped } from '../../ui/grouped.ts'
import { CoverageList } from './coverage-list.tsx'
import { InstrumentTable } from './instrument-table.tsx'
import { PlanTable } from './plan-table.tsx'
import { loadProduct } from './product-data.server.ts'

/** How old closes and the answer may be before the page is rendered again. */
const productMaxAgeMs = 15_000

export const loader = publicPage(['products', 'home', 'plans', 'pricing', 'embed'], loadProduct, {
  maxAgeMs: productMaxAgeMs,
})

export type ProductData = Awaited<ReturnType<typeof loader>>

export default function Product({ loaderData: page }: { loaderData: ProductData }) {
  const t = useTranslations('products')
  useFreshFigures()
  const isFree = page.plans.some(({ tier, funds }) => tier === 'free' && (funds || page.class !== 'fund'))
  return (
    <>
      <section className="wrap product-head">
        <div>
          <p className="kick">{useTranslations('frame.classes')(`${page.name}.name`)}</p>
          <h1 className="page-title">{t(`${page.name}.title`)}</h1>
          <p className="lead">{t(`${page.name}.lead`)}</p>
          <div className="hero-ways">
            {isFree ? (
              <PageLink to="/login?mode=signup" className="btn btn-accent">
                {t('start')}
              </PageLink>
            ) : (
              <PageLink to="/pricing" className="btn btn-accent">
                {t('plans.all')}
              </PageLink>
            )}
            <PageLink to={`/chart?symbol=${page.ticker}`} className="btn btn-outline">
              {t('chart')}
            </PageLink>
            <PageLink to="/docs" className="btn btn-quiet">
              {t('docs')}
            </PageLink>
          </div>
          <ProductFacts counts={page.counts} />
        </div>
        <LiveChart key={page.ticker} ticker={page.ticker} label={t('table.picture', { code: page.code })}>
          <Candles drawing={page.candles} label={t('table.picture', { code: page.code })} />
        </LiveChart>
      </section>
      <Part title={t('table.title')} lead={t('table.lead')}>
        <InstrumentTable rows={page.rows} product={page.name} />
      </Part>
      <Part title={t('sample.title')} lead={t('sample.lead')}>
        <DemoCard key={page.name} demo={page.demo} />
      </Part>
      <CoverageList coverage={page.coverage} />
      <Part title={t('plans.title')} lead={t('plans.lead')}>
        <PlanTable plans={page.plans} assetClass={page.class} />
      </Part>
    </>
  )
}

/** Counts of our own tables; a class without countries has no count of them. */
function ProductFacts({ counts }: { counts: ProductData['counts'] }) {
  const t = useTranslations('products.facts')
  const known = (['instruments', 'countries', 'exchanges'] as const).filter((name) => counts[name] > 0)
  if (known.length === 0) return null
  return (
    <dl className="hero-facts">
      {known.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd className="num">{grouped(counts[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <section className="section">
      <div className="wrap product-part">
        <header>
          <h2 className="section-title">{title}</h2>
          <p className="section-lead">{lead}</p>
        </header>
        {children}
      </div>
    </section>
  )
}

/** Requests the page's figures again while it is visible. */
function useFreshFigures() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, productMaxAgeMs)
    return () => clearInterval(timer)
  }, [revalidate])
}
