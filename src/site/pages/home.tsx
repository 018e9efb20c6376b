import { drawCandles, drawSparkline } from '../drawings.server.ts'
import { figureOf } from '../figures.server.ts'
import { type PageCall, publicPage } from '../page.server.ts'
import { type DemoHistory, demoHistory, demoOf, picturedDays, withoutFiguresMs } from '../showcase.server.ts'
import { About } from './home/about.tsx'
import { Achievement } from './home/achievement.tsx'
import { AppInfo, pictured } from './home/app-info.tsx'
import { Hero } from './home/hero.tsx'
import { homeJsonLd } from './home/json-ld.server.ts'
import { measured } from './home/measured.server.ts'
import { Pricing } from './home/pricing.tsx'
import { ProductGrid } from './home/product-grid.tsx'
import { Questions } from './home/questions.tsx'
import { type Shown, Tape } from './home/tape.tsx'
import { pricedMarkets, terms } from './pricing/priced-plans.server.ts'

/** How old figures may grow before the page is rendered anew. The stream corrects them in the browser. */
const homeMaxAgeMs = 15_000

const heroCall = { path: '/stock/kline', query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' } }

export const loader = publicPage(['home', 'pricing', 'plans'], async (call) => {
  const { ctx, locale, share } = call
  const [demo, history, figures] = await Promise.all([
    demoOf(call, heroCall),
    demoHistory(call, pictured),
    share('measured', () => measured(ctx)),
  ])
  const drawn = history.shown.find(({ code }) => code === pictured)
  return {
    shown: shownOf(call, history.shown),
    candles: drawCandles(drawn ? picturedDays(call, drawn.instrument, drawn.days) : []),
    demo,
    maxAgeMs: demo.answer && history.isWhole ? homeMaxAgeMs : withoutFiguresMs,
    claims: ctx.settings.brand.claims,
    measured: figures,
    plans: pricedMarkets(locale).find(({ type }) => type === 'integrated')?.plans ?? [],
    terms: terms(),
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

export type HomeData = Awaited<ReturnType<typeof loader>>

export default function Home({ loaderData }: { loaderData: HomeData }) {
  return (
    <>
      <Tape shown={loaderData.shown} />
      <Hero demo={loaderData.demo} measured={loaderData.measured} />
      <ProductGrid shown={loaderData.shown} counts={loaderData.measured.instruments} />
      <About />
      <AppInfo candles={loaderData.candles} />
      <Achievement claims={loaderData.claims} measured={loaderData.measured} />
      <Pricing plans={loaderData.plans} terms={loaderData.terms} />
      <Questions />
    </>
  )
}
