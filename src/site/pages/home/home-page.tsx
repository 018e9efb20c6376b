import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import { drawingTools } from '../../chart/state/drawing-tools.ts'
import { homeJsonLd } from '../../head/json-ld.server.ts'
import { type PageCall, publicPage } from '../../page/page.server.ts'
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
import { pricedMarkets, terms } from '../pricing/priced-plans.server.ts'
import { About } from './about.tsx'
import { Achievement } from './achievement.tsx'
import { AppInfo, pictured } from './app-info.tsx'
import { Hero } from './hero.tsx'
import { claims, measured } from './measured.server.ts'
import { Pricing } from './pricing.tsx'
import { ProductGrid } from './product-grid.tsx'
import { Questions } from './questions.tsx'
import { type Shown, Tape } from './tape.tsx'

/** How old figures may be before the page is rendered again. The stream updates them in the browser. */
const homeMaxAgeMs = 15_000

const heroCall = { path: '/stock/kline', query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' } }

export const loader = publicPage(['home', 'pricing', 'plans', 'embed'], async (call) => {
  const { ctx, locale, share } = call
  const [demo, history, figures] = await Promise.all([
    demoOf(call, heroCall),
    demoHistory(call, pictured),
    share('measured', () => measured(ctx)),
  ])
  const drawn = history.shown.find(({ code }) => code === pictured)
  return {
    proofs: await proofsOf(call, demo),
    shown: shownOf(call, history.shown),
    candles: drawCandles(drawn ? picturedDays(call, drawn.instrument, drawn.days) : []),
    demo,
    maxAgeMs: demo.answer && history.isWhole ? homeMaxAgeMs : withoutFiguresMs,
    tools: { indicators: indicatorNames.length, drawings: drawingTools.length },
    claims: claims(ctx),
    measured: figures,
    plans: pricedMarkets(ctx, locale).find(({ type }) => type === 'integrated')?.plans ?? [],
    terms: terms(ctx),
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

type HomeData = Awaited<ReturnType<typeof loader>>

export default function Home({ loaderData }: { loaderData: HomeData }) {
  return (
    <>
      <Tape shown={loaderData.shown} />
      <Hero demo={loaderData.demo} measured={loaderData.measured} />
      <ProductGrid shown={loaderData.shown} counts={loaderData.measured.instruments} />
      <About proofs={loaderData.proofs} />
      <AppInfo candles={loaderData.candles} tools={loaderData.tools} />
      <Achievement claims={loaderData.claims} measured={loaderData.measured} />
      <Pricing plans={loaderData.plans} terms={loaderData.terms} />
      <Questions />
    </>
  )
}
