import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import { exchangeName } from '#src/locales/exchanges.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { decimalsOf, type Instrument, nameIn } from '#src/market/instruments/instrument.ts'
import { countByExchange, type ExchangeCount, leadingInstruments } from '#src/market/instruments/instruments.ts'
import { snapshotOf } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import { demoSymbols } from '../../chart/state/symbols/demo-symbols.ts'
import { tickerOf } from '../../chart/state/symbols/symbol.ts'
import { wordsOf } from '../../context/words.server.ts'
import { pathInLanguage } from '../../head/head.server.tsx'
import { notFound, type PageCall } from '../../page/page.server.ts'
import type { SparklineDrawing } from '../../pictures/sparkline.tsx'
import { drawCandles, drawSparkline } from '../../showcase/drawings.server.ts'
import { figureOf, sessionCloses } from '../../showcase/figures.server.ts'
import {
  demoInstrumentOf,
  demoOf,
  figuresKeptMs,
  pageDays,
  picturedDays,
  withoutFiguresMs,
} from '../../showcase/showcase.server.ts'
import type { Figure } from '../../showcase/showcase.ts'
import { type DemoCode, demoInstrument, products } from '../../showcase/showcase.ts'
import { integratedPlans, pricedMarkets } from '../pricing/priced-plans.server.ts'

export type ProductRow = {
  code: string
  name: string
  exchange: string
  /** The exchange as the catalogue writes it. */
  place: string
  flag: string | null
  decimals: number
  quote: Figure | null
  /** The line of the instrument's prices in the current session; null without prices. */
  spark: SparklineDrawing | null
  demo: boolean
  /** The instrument's ticker in the chart. */
  ticker: string
}
export type CoverageGroup = {
  region: string | null
  name: string
  exchanges: { exchange: string; instruments: number }[]
}

export const rowsShown = 12

export type Product = Awaited<ReturnType<typeof loadProduct>>

export async function loadProduct(call: PageCall) {
  const { ctx, locale, url, share } = call
  const product = products.find(({ name }) => pathInLanguage(url.pathname).endsWith(`/${name}`))
  if (!product) throw notFound(url)
  const { class: assetClass, region, code } = demoInstrument(product.code)
  const unread = (cause: unknown) => {
    ctx.log.warn('the instruments of a product page could not be read', { cause })
    return null
  }
  const [demo, read, counts] = await Promise.all([
    demoOf(call, { path: `/${assetClass}/quote`, query: { region, code } }),
    productBars(call, product.class, product.code).catch(unread),
    share(`exchanges ${product.class}`, () => countByExchange(ctx, product.class)).catch(unread),
  ])
  const { instruments, drawn, days, closes } = read ?? nothingRead
  return {
    name: product.name,
    class: product.class as AssetClass,
    code,
    ticker: chartTickerOf(code),
    demo,
    rows: instruments.map((one) =>
      rowOf(call, one, { days: days?.get(one.id) ?? [], closes: closes.get(one.id), demoCode: code }),
    ),
    counts: countsOf(product.class, counts ?? []),
    candles: drawCandles(drawn ? picturedDays(call, drawn, days?.get(drawn.id) ?? []) : []),
    ...(days && counts ? {} : { maxAgeMs: withoutFiguresMs }),
    coverage: groupsOf(counts ?? [], locale),
    plans: integratedPlans(pricedMarkets(ctx, locale)),
    head: headOfProduct(ctx, locale, product.name),
  }
}

function chartTickerOf(code: DemoCode): string {
  const record = demoSymbols((name) => name).find(({ symbol }) => symbol === code)
  if (!record) throw new Error(`the chart does not know ${code}`)
  return tickerOf(record)
}

function headOfProduct({ settings }: Platform, locale: Locale, name: (typeof products)[number]['name']) {
  const words = wordsOf(locale, ['products', 'frame'])
  const { title, description, keywords } = words.products[name]
  return {
    title,
    description,
    keywords,
    name: words.frame.classes[name].name,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: title,
        description,
        brand: { '@type': 'Brand', name: settings.brandName },
      },
    ],
  }
}

async function productBars(call: PageCall, assetClass: AssetClass, demoCode: DemoCode) {
  const { ctx, share } = call
  const [instruments, drawn] = await share(`instruments ${assetClass}`, () =>
    Promise.all([leadingInstruments(ctx, assetClass, rowsShown), demoInstrumentOf(ctx, demoCode)]),
  )
  const days = await share(`days ${assetClass}`, () => pageDays(call, { drawn, instruments }), figuresKeptMs)
  const closes = await share(`closes ${assetClass}`, () => closesOf(call, instruments, days), figuresKeptMs)
  return { instruments, drawn, days, closes: closes ?? new Map() }
}

const nothingRead = { instruments: [], drawn: null, days: null, closes: new Map<number, number[]>() }

/** The closes of the current session, for each instrument that has a price. */
async function closesOf(
  { ctx, quotes }: PageCall,
  instruments: readonly Instrument[],
  days: ReadonlyMap<number, Bar[]> | null,
): Promise<Map<number, number[]>> {
  const now = ctx.clock.now()
  const entries = instruments.map(async (one) => {
    const snapshot = snapshotOf(ctx, quotes, one, days?.get(one.id) ?? [], now)
    return [one.id, snapshot ? await sessionCloses(ctx, one, snapshot) : []] as const
  })
  return new Map(await Promise.all(entries))
}

/** Counts for the head of the page. They cover all instruments, while the table lists only a few. */
function countsOf(assetClass: AssetClass, counts: readonly ExchangeCount[]) {
  return {
    instruments: counts.reduce((sum, { instruments }) => sum + instruments, 0),
    exchanges: new Set(counts.map(({ exchange }) => exchange).filter(Boolean)).size,
    countries: hasCountry(assetClass) ? new Set(counts.map(({ region }) => region)).size : 0,
  }
}

type RowFacts = { days: readonly Bar[]; closes: readonly number[] | undefined; demoCode: DemoCode }

function rowOf(call: PageCall, instrument: Instrument, { days, closes, demoCode }: RowFacts): ProductRow {
  const { locale } = call
  const quote = figureOf(call, instrument, days)
  const { names, code, exchange, region, priceStep } = instrument
  return {
    code,
    name: nameIn(names, locale),
    exchange: exchangeName(exchange, locale),
    place: exchange,
    flag: hasCountry(instrument.class) ? region : null,
    decimals: decimalsOf(priceStep),
    quote,
    spark: quote && closes ? drawSparkline(quote.previousClose, closes, quote.last) : null,
    demo: code === demoCode,
    ticker: code === demoCode ? chartTickerOf(code) : tickerOf({ exchange, prefix: exchange, symbol: code }),
  }
}

function hasCountry(assetClass: AssetClass): boolean {
  return assetClass === 'stock' || assetClass === 'fund' || assetClass === 'future'
}

/** Exchanges grouped by country. A class without countries has one group. */
function groupsOf(counts: readonly ExchangeCount[], locale: Locale): CoverageGroup[] {
  const nameOf = countryNames(locale)
  const groups = new Map<string, CoverageGroup>()
  for (const { class: assetClass, region, exchange, instruments } of counts) {
    const country = hasCountry(assetClass) ? region : null
    const group = groups.get(country ?? '') ?? {
      region: country,
      name: country ? nameOf(country) : '',
      exchanges: [],
    }
    group.exchanges.push({ exchange: exchangeName(exchange, locale) || assetClass, instruments })
    groups.set(country ?? '', group)
  }
  return [...groups.values()]
}
