import { drawCandles, drawSparkline } from '../drawings.server.ts'
import { publicPage } from '../page.server.ts'
import { type DemoBars, demoBars, demoCodes, demoOf } from '../showcase.server.ts'
import type { DemoCode } from '../showcase.ts'
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

/** How old figures may grow before the page is rendered anew; without an answer to show that is soon. The stream corrects them in the browser. */
const homeMaxAgeMs = 60_000
const homeWithoutAnswerMs = 2_000

const heroCall = { path: '/stock/kline', query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' } }

export const loader = publicPage(['home', 'pricing', 'plans'], async (call) => {
  const { ctx, locale, share } = call
  const [demo, bars, figures] = await Promise.all([
    demoOf(call, heroCall),
    share('demo bars', () => demoBars(ctx, demoCodes)),
    share('measured', () => measured(ctx)),
  ])
  return {
    shown: shownOf(bars),
    candles: drawCandles(bars[pictured] ?? []),
    demo,
    maxAgeMs: demo.answer ? homeMaxAgeMs : homeWithoutAnswerMs,
    claims: ctx.settings.brand.claims,
    measured: figures,
    plans: pricedMarkets(locale).find(({ type }) => type === 'integrated')?.plans ?? [],
    terms: terms(),
    head: { jsonLd: homeJsonLd(ctx, locale) },
  }
})

function shownOf(bars: DemoBars): Shown {
  const entries = Object.entries(bars).map(([code, days]) => {
    const [before, last] = days.slice(-2)
    const quote = before && last ? { last: last.close, changePercent: (last.close / before.close - 1) * 100 } : null
    return [code as DemoCode, { quote, spark: drawSparkline(days.map(({ close }) => close)) }]
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
