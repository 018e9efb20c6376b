import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import type { Locale } from '#src/contract/locale.ts'
import { drawingTools } from '../../chart/state/drawing-tools.ts'
import { networkNames } from '../../content/reference/network-names.server.ts'
import { wordsOf } from '../../context/words.server.ts'
import { homeJsonLd } from '../../head/json-ld.server.ts'
import { type PageCall, publicPage } from '../../page/page.server.ts'
import { Part } from '../../parts/part.tsx'
import { DemoCard } from '../../showcase/demo-card.tsx'
import { drawCandles, drawSparkline } from '../../showcase/drawings.server.ts'
import { figureOf } from '../../showcase/figures.server.ts'
import { proofsOf } from '../../showcase/proofs.server.ts'
import {
  type DemoHistory,
  demoHistory,
  demoOf,
  picturedDays,
  withoutFiguresMs,
} from '../../showcase/showcase.server.ts'
import { type ProductName, products } from '../../showcase/showcase.ts'
import { integratedPlans, pricedMarkets, terms } from '../pricing/priced-plans.server.ts'
import { planCardWords } from '../pricing/static-parts.server.tsx'
import { AppInfo } from './app-info.tsx'
import { Pricing } from './pricing.tsx'
import { ProductGrid } from './product-grid.tsx'
import { About } from './static/about.tsx'
import { Achievement } from './static/achievement.tsx'
import { appParts } from './static/app-parts.server.tsx'
import { HeroText } from './static/hero-text.tsx'
import { claims, measured } from './static/measured.server.ts'
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
  ...['home.demo', 'home.tape', 'home.product.count', 'home.product.spark', 'home.product.asOf', 'home.product.today'],
  ...['home.app.chart.picture', 'home.pricing.all', 'frame.copy', 'embed', ...planCardWords],
]

const heroCall = { path: '/stock/kline', query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' } }

export const loader = publicPage(['home', 'pricing', 'plans', 'embed'], async (call) => {
  const { ctx, locale, share, part } = call
  const sold = terms(ctx)
  const [demo, history, figures] = await Promise.all([
    demoOf(call, heroCall),
    demoHistory(call, pictured),
    share('measured', () => measured(ctx)),
  ])
  const drawn = history.shown.find(({ code }) => code === pictured)
  return {
    hero: part('home-hero', <HeroText measured={figures} />),
    product: part('home-product', <SectionHead section="product" no="01" />),
    about: part('home-about', <About proofs={await proofsOf(call, demo)} />),
    app: appParts(part, {
      candles: drawCandles(drawn ? picturedDays(call, drawn.instrument, drawn.days) : []),
      tools: { indicators: indicatorNames.length, drawings: drawingTools.length },
    }),
    achievement: part('home-achievement', <Achievement claims={claims(ctx)} measured={figures} />),
    pricing: part(
      'home-pricing',
      <SectionHead section="pricing" no="05" values={{ percent: String(sold.newcomerDiscount) }} />,
    ),
    questions: part('home-questions', <Questions networks={networkNames(locale, ctx.settings)} />),
    shown: shownOf(call, history.shown),
    counts: figures.instruments,
    names: productNames(locale),
    demo,
    maxAgeMs: demo.answer && history.isWhole ? homeMaxAgeMs : withoutFiguresMs,
    plans: integratedPlans(pricedMarkets(ctx, locale)),
    terms: sold,
    scripted: homeWords,
    head: { jsonLd: homeJsonLd(ctx, locale) },
  }
})

function shownOf(call: PageCall, history: readonly DemoHistory[]): Shown {
  const entries = history.flatMap(({ code, instrument, days, closes }) => {
    const quote = figureOf(call, instrument, days)
    if (!quote) return []
    return [[code, { quote, spark: drawSparkline(quote.previousClose, closes, quote.last) }] as const]
  })
  return Object.fromEntries(entries)
}

function productNames(locale: Locale) {
  const { classes } = wordsOf(locale, ['frame']).frame
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
      <ProductGrid head={page.product} shown={page.shown} counts={page.counts} names={page.names} />
      <Part part={page.about} />
      <AppInfo parts={page.app} />
      <Part part={page.achievement} />
      <Pricing head={page.pricing} plans={page.plans} terms={page.terms} />
      <Part part={page.questions} />
    </>
  )
}
