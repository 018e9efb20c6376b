import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useKeptData } from '../../page/keep-shown.ts'
import { type PageCall, publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part } from '../../parts/part.tsx'
import { Candles } from '../../pictures/candles.tsx'
import { Shown } from '../../reads/shown.tsx'
import { DemoCard } from '../../showcase/demo-card.tsx'
import { LiveChart } from '../../showcase/live-chart.tsx'
import { grouped } from '../../ui/grouped.ts'
import { CoverageList } from './coverage-list.tsx'
import { InstrumentTable } from './instrument-table.tsx'
import { PlanTable } from './plan-table.tsx'
import { type Counts, loadProduct, type Product } from './product-data.server.ts'

export { clientMiddleware } from '../../page/keep-shown.ts'

const productMaxAgeMs = 15_000

export const loader = publicPage(
  ['products', 'home', 'plans', 'pricing', 'embed'],
  async (call) => {
    const { coverage, plans, counts, candles, ...product } = await loadProduct(call)
    return { ...product, ...partsOf(call, { ...product, coverage, plans, counts, candles }), scripted: productWords }
  },
  { maxAgeMs: productMaxAgeMs },
)

const productWords = ['products.table', 'reads', 'home.demo', 'embed', 'frame.copy']

function partsOf({ part }: PageCall, product: Product) {
  return {
    head: product.head,
    top: part('product-top', <Top product={product} />),
    candles: part('product-candles', <Picture product={product} />),
    table: part('product-table', <TableHead />),
    sample: part('product-sample', <PartHead name="sample" />),
    coverage: part('product-coverage', <CoverageList coverage={product.coverage} />),
    plans: part(
      'product-plans',
      <section className="section">
        <div className="wrap product-part">
          <header>
            <PartHead name="plans" />
          </header>
          <PlanTable plans={product.plans} assetClass={product.class} />
        </div>
      </section>,
    ),
  }
}

type ProductData = Awaited<ReturnType<typeof loader>>

export default function ProductPage({ loaderData: page }: { loaderData: ProductData }) {
  const t = useTranslations('products')
  const again = useFreshFigures()
  useKeptData()
  const label = t('table.picture', { code: page.code })
  return (
    <>
      <section className="wrap stack product-head">
        <Part part={page.top} />
        <LiveChart key={page.ticker} ticker={page.ticker} label={label}>
          <Part part={page.candles} />
        </LiveChart>
      </section>
      <section className="section">
        <div className="wrap product-part">
          <Part part={page.table} as="header" />
          <InstrumentTable rows={page.rows} product={page.name} again={again} />
        </div>
      </section>
      <section className="section">
        <div className="wrap product-part">
          <Part part={page.sample} as="header" />
          <DemoCard key={page.name} demo={page.demo} />
        </div>
      </section>
      <Part part={page.coverage} />
      <Part part={page.plans} />
    </>
  )
}

function Top({ product: page }: { product: Product }) {
  const t = useTranslations('products')
  const signUp = useTranslations('frame.account')('login')
  const isFree = page.plans.some(({ tier, funds }) => tier === 'free' && (funds || page.class !== 'fund'))
  return (
    <>
      <p className="kick">{useTranslations('frame.classes')(`${page.name}.name`)}</p>
      <h1 className="page-title">{t(`${page.name}.title`)}</h1>
      <p className="lead">{t(`${page.name}.lead`)}</p>
      <div className="flow hero-ways">
        {isFree ? (
          <PageLink to="/login?mode=signup" className="btn btn-accent">
            {signUp}
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
      <Shown read={page.counts} none={null} failed={t('coverage.failed')}>
        {(counts) => <Facts counts={counts} />}
      </Shown>
    </>
  )
}

/**
 * Counts of instruments, countries and exchanges in our tables. A class without countries omits the count of countries.
 */
function Facts({ counts }: { counts: Counts }) {
  const t = useTranslations('products.facts')
  const known = (['instruments', 'countries', 'exchanges'] as const).filter((name) => counts[name] > 0)
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

function Picture({ product: { candles, code } }: { product: Product }) {
  const t = useTranslations('products.table')
  return <Candles picture={candles} label={t('picture', { code })} />
}

function TableHead() {
  const t = useTranslations('reads')
  return (
    <>
      <PartHead name="table" />
      <p className="not-read when-kept">{t('kept')}</p>
    </>
  )
}

function PartHead({ name }: { name: 'table' | 'sample' | 'plans' }) {
  const t = useTranslations(`products.${name}`)
  return (
    <>
      <h2 className="section-title">{t('title')}</h2>
      <p className="section-lead">{t('lead')}</p>
    </>
  )
}

/** Reloads the figures while the page is visible. Returns a function that reloads the figures at once. */
function useFreshFigures(): () => void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, productMaxAgeMs)
    return () => clearInterval(timer)
  }, [revalidate])
  return () => void revalidate()
}
