import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import { exchangeName } from '#src/locales/exchanges.ts'
import { decimalsOf, type Instrument, nameIn } from '#src/market/instruments/instrument.ts'
import { countByExchange, type ExchangeCount, leadingInstruments } from '#src/market/instruments/instruments.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import { demoSymbols } from '../../chart/state/symbols/demo-symbols.ts'
import { tickerOf } from '../../chart/state/symbols/symbol.ts'
import { wordsOf } from '../../context/words.server.ts'
import { pathInLanguage } from '../../head/head.server.tsx'
import { notFound, type PageCall } from '../../page/page.server.ts'
import type { SparklineDrawing } from '../../pictures/sparkline.tsx'
import type { Picture } from '../../pictures/unpictured.tsx'
import { knownOf, mapRead, type Read, readOf } from '../../reads/read.ts'
import { figureOf } from '../../showcase/figures.server.ts'
import {
  candlesOf,
  demoInstrumentOf,
  demoOf,
  readStored,
  type Stored,
  sparkOf,
  storedOf,
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
  quote: Read<Figure>
  /** The line of the instrument's prices in the current session. */
  spark: Picture<SparklineDrawing>
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
  const note = (cause: unknown) => ctx.log.warn('what a product page lists could not be read', { cause })
  const [demo, instruments, drawn, counts] = await Promise.all([
    demoOf(call, { path: `/${assetClass}/quote`, query: { region, code } }),
    readOf(
      share(`leading ${assetClass}`, () => leadingInstruments(ctx, assetClass, rowsShown)),
      note,
    ),
    readOf(
      share(`demo ${code}`, () => demoInstrumentOf(ctx, code)),
      note,
    ),
    readOf(
      share(`exchanges ${assetClass}`, () => countByExchange(ctx, assetClass)),
      note,
    ),
  ])
  const stored = await readStored(call, assetClass, { drawn: knownOf(drawn), instruments: knownOf(instruments) ?? [] })
  return {
    name: product.name,
    class: assetClass as AssetClass,
    code,
    ticker: chartTickerOf(code),
    demo,
    rows: mapRead(instruments, (all) => all.map((one) => rowOf(call, one, stored, code))),
    counts: mapRead(counts, (all) => countsOf(assetClass, all)),
    candles: candlesOf(call, drawn, stored),
    ...([instruments, counts, stored.sessions].some(({ state }) => state === 'failed') && {
      maxAgeMs: withoutFiguresMs,
    }),
    coverage: mapRead(counts, (all) => groupsOf(all, locale)),
    plans: integratedPlans(pricedMarkets(ctx, locale)),
    head: headOfProduct(ctx, locale, product.name),
  }
}

function chartTickerOf(code: DemoCode): string {
  const record = demoSymbols((name) => name).find(({ symbol }) => symbol === code)
  if (!record) throw new Error(`the chart does not know ${code}`)
  return tickerOf(record)
}

function headOfProduct(ctx: Platform, locale: Locale, name: (typeof products)[number]['name']) {
  const words = wordsOf(ctx, locale, ['products', 'frame'])
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
        brand: { '@type': 'Brand', name: brandOf(ctx).name },
      },
    ],
  }
}

/** Counts for the head of the page. The counts cover all instruments, while the table lists only a few. */
export type Counts = ReturnType<typeof countsOf>

function countsOf(assetClass: AssetClass, counts: readonly ExchangeCount[]) {
  return {
    instruments: counts.reduce((sum, { instruments }) => sum + instruments, 0),
    exchanges: new Set(counts.map(({ exchange }) => exchange).filter(Boolean)).size,
    countries: hasCountry(assetClass) ? new Set(counts.map(({ region }) => region)).size : 0,
  }
}

function rowOf(call: PageCall, instrument: Instrument, all: Stored, demoCode: DemoCode): ProductRow {
  const { locale } = call
  const stored = storedOf(all, instrument)
  const quote = figureOf(call, instrument, stored.days)
  const { names, code, exchange, region, priceStep } = instrument
  return {
    code,
    name: nameIn(names, locale),
    exchange: exchangeName(exchange, locale),
    place: exchange,
    flag: hasCountry(instrument.class) ? region : null,
    decimals: decimalsOf(priceStep),
    quote,
    spark: sparkOf(quote, stored.session),
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
