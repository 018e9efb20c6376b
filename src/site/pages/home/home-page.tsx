import { Fragment, type ReactNode } from 'react'
import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { HomeSection } from '#src/contract/operator/content/word-pages.ts'
import { drawingTools } from '../../chart/state/drawing-tools.ts'
import { networkNames } from '../../content/reference/network-names.server.ts'
import { homeSectionsOf, siteWords, wordsOf } from '../../context/words.server.ts'
import { homeJsonLd } from '../../head/json-ld.server.ts'
import { type PageCall, publicPage } from '../../page/page.server.ts'
import { Part } from '../../parts/part.tsx'
import { failed, mapRead, none } from '../../reads/read.ts'
import { DemoCard } from '../../showcase/demo-card.tsx'
import { figureOf } from '../../showcase/figures.server.ts'
import { proofsOf } from '../../showcase/proofs.server.ts'
import { candlesOf, demoHistory, demoOf, sparkOf, storedOf, withoutFiguresMs } from '../../showcase/showcase.server.ts'
import { demoInstruments, type ProductName, products } from '../../showcase/showcase.ts'
import { integratedPlans, pricedMarkets, terms } from '../pricing/priced-plans.server.ts'
import { planCardWords } from '../pricing/static-parts.server.tsx'
import { AppInfo } from './app-info.tsx'
import { Pricing } from './pricing.tsx'
import { ProductGrid } from './product-grid.tsx'
import { About } from './static/about.tsx'
import { Achievement } from './static/achievement.tsx'
import { appParts } from './static/app-parts.server.tsx'
import { claimsOf } from './static/claims.server.ts'
import { csvSample } from './static/csv-sample.server.ts'
import { HeroText } from './static/hero-text.tsx'
import { measured } from './static/measured.server.ts'
import { pictured } from './static/pictured.ts'
import { Questions } from './static/questions.tsx'
import { SectionHead } from './static/section.tsx'
import { type Shown, Tape } from './tape.tsx'

/**
 * Age at which the cached page with its figures is rendered again, ms. In the browser, the stream keeps the figures
 * current.
 */
const homeMaxAgeMs = 15_000

const homeWords = [
  ...[
    'reads',
    'home.demo',
    'home.tape',
    'home.product.count',
    'home.product.spark',
    'home.product.asOf',
    'home.product.today',
  ],
  ...['home.app.chart.picture', 'home.pricing.all', 'frame.copy', 'embed', ...planCardWords],
]

const heroCall = { path: '/stock/kline', query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' } }

export const loader = publicPage(['home', 'pricing', 'plans', 'embed'], async (call) => {
  const { ctx, locale, share, part } = call
  const sold = terms(ctx)
  const [demo, proofs, sample, history, figures] = await Promise.all([
    demoOf(call, heroCall),
    proofsOf(call),
    csvSample(call),
    demoHistory(call, pictured),
    share('measured', () => measured(ctx)),
  ])
  const sections = homeSectionsOf(ctx, locale)
  const numberOf = (section: HomeSection) => String(sections.indexOf(section) + 1).padStart(2, '0')
  /** A section that the operator left out is not rendered. */
  const section = <T,>(name: HomeSection, render: (no: string) => T) =>
    sections.includes(name) ? render(numberOf(name)) : undefined
  const drawn = mapRead(history.instruments, (all) => all.get(pictured) ?? null)
  return {
    hero: part('home-hero', <HeroText measured={figures} />),
    sections,
    product: section('product', (no) => part('home-product', <SectionHead section="product" no={no} />)),
    about: section('about', (no) => part('home-about', <About no={no} proofs={proofs} />)),
    app: section('app', (no) =>
      appParts(part, {
        no,
        candles: candlesOf(call, drawn, history.stored),
        sample,
        tools: { indicators: indicatorNames.length, drawings: drawingTools.length },
      }),
    ),
    achievement: section('achievement', (no) =>
      part('home-achievement', <Achievement no={no} claims={claimsOf(ctx, figures.installation)} measured={figures} />),
    ),
    pricing: section('pricing', (no) =>
      part(
        'home-pricing',
        <SectionHead section="pricing" no={no} values={{ percent: String(sold.newcomerDiscount) }} />,
      ),
    ),
    questions: section('questions', (no) => {
      const items = Object.keys(siteWords(ctx, locale).home.questions.items)
      return part('home-questions', <Questions {...{ no, items }} networks={networkNames(locale, ctx)} />)
    }),
    shown: shownOf(call, history),
    counts: figures.instruments,
    names: productNames(ctx, locale),
    demo,
    maxAgeMs: demo.answer && sample && history.stored.sessions.state !== 'failed' ? homeMaxAgeMs : withoutFiguresMs,
    plans: integratedPlans(pricedMarkets(ctx, locale)),
    terms: sold,
    scripted: homeWords,
    head: { jsonLd: homeJsonLd(ctx, locale) },
  }
})

type History = Awaited<ReturnType<typeof demoHistory>>

function shownOf(call: PageCall, { instruments, stored }: History): Shown {
  const shown = demoInstruments.map(({ code }) => {
    const found = mapRead(instruments, (all) => all.get(code) ?? null)
    if (found.state !== 'known') {
      const read = found.state === 'none' ? none : failed()
      return [code, { quote: read, spark: read }] as const
    }
    const { days, session } = storedOf(stored, found.value)
    const quote = figureOf(call, found.value, days)
    return [code, { quote, spark: sparkOf(quote, session) }] as const
  })
  return Object.fromEntries(shown) as Shown
}

function productNames(ctx: PageCall['ctx'], locale: Locale) {
  const { classes } = wordsOf(ctx, locale, ['frame']).frame
  return Object.fromEntries(products.map(({ name }) => [name, classes[name].name])) as Record<ProductName, string>
}

type HomeData = Awaited<ReturnType<typeof loader>>

export default function Home({ loaderData: page }: { loaderData: HomeData }) {
  return (
    <>
      <Tape shown={page.shown} />
      <section className="hero">
        <div className="wrap">
          <Part part={page.hero} />
          <DemoCard demo={page.demo} />
        </div>
      </section>
      {page.sections.map((name) => (
        <Fragment key={name}>{sectionsOf(page)[name]}</Fragment>
      ))}
    </>
  )
}

function sectionsOf(page: HomeData): Record<HomeSection, ReactNode> {
  return {
    product: <ProductGrid head={page.product} shown={page.shown} counts={page.counts} names={page.names} />,
    about: <Part part={page.about} />,
    app: page.app && <AppInfo parts={page.app} />,
    achievement: <Part part={page.achievement} />,
    pricing: <Pricing head={page.pricing} plans={page.plans} terms={page.terms} />,
    questions: <Part part={page.questions} />,
  }
}
