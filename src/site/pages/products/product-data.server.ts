import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bar.ts'
import { countByExchange, type ExchangeCount, leadingInstruments } from '#src/market/coverage.ts'
import { readNewestDays } from '#src/market/history.ts'
import { decimalsOf, type Instrument } from '#src/market/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { drawCandles } from '../../drawings.server.ts'
import { pathInLanguage } from '../../frame/head.server.ts'
import { notFound, type PageCall } from '../../page.server.ts'
import { demoBars, demoOf } from '../../showcase.server.ts'
import { demoInstrument, products } from '../../showcase.ts'
import { wordsOf } from '../../words.server.ts'
import { pricedMarkets } from '../pricing/priced-plans.server.ts'

export type ProductRow = {
  code: string
  name: string
  exchange: string
  flag: string | null
  decimals: number
  last: number | null
  changePercent: number | null
  demo: boolean
}
export type CoverageGroup = {
  region: string | null
  name: string
  exchanges: { exchange: string; instruments: number }[]
}

const rowsShown = 12

export async function loadProduct(call: PageCall) {
  const { ctx, locale, url } = call
  const product = products.find(({ name }) => pathInLanguage(url.pathname).endsWith(`/${name}`))
  if (!product) throw notFound(url)
  const { class: assetClass, region, code } = demoInstrument(product.code)
  const [demo, bars, rows, counts] = await Promise.all([
    demoOf(ctx, locale, { path: `/${assetClass}/quote`, query: { region, code } }),
    demoBars(ctx, [product.code]),
    productRows(ctx, product.class, locale, code),
    countByExchange(ctx, product.class),
  ])
  return {
    name: product.name,
    class: product.class as AssetClass,
    code,
    demo,
    rows,
    candles: drawCandles(bars[product.code] ?? []),
    coverage: groupsOf(counts, locale),
    plans: pricedMarkets(locale).find(({ type }) => type === 'integrated')?.plans ?? [],
    head: headOfProduct(ctx, locale, product.name),
  }
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
        brand: { '@type': 'Brand', name: settings.brand.name },
      },
    ],
  }
}

async function productRows(
  ctx: Platform,
  assetClass: AssetClass,
  locale: Locale,
  demoCode: string,
): Promise<ProductRow[]> {
  const instruments = await leadingInstruments(ctx, assetClass, rowsShown)
  const days = await readNewestDays(ctx, instruments, 2).catch((cause: unknown) => {
    ctx.log.warn('bars of a product page could not be read', { class: assetClass, cause })
    return new Map<number, Bar[]>()
  })
  return instruments.map((instrument) => rowOf(instrument, days.get(instrument.id) ?? [], locale, demoCode))
}

function rowOf(instrument: Instrument, days: readonly Bar[], locale: Locale, demoCode: string): ProductRow {
  const last = days.at(-1)
  const before = days.at(-2)
  const { names, code, exchange, region, priceStep } = instrument
  return {
    code,
    name: (locale === 'zh-CN' ? names.cn : locale === 'zh-HK' ? names.hk : '') || names.en,
    exchange,
    flag: hasCountry(instrument.class) ? region : null,
    decimals: decimalsOf(priceStep),
    last: last?.close ?? null,
    changePercent: last && before ? (last.close / before.close - 1) * 100 : null,
    demo: code === demoCode,
  }
}

function hasCountry(assetClass: AssetClass): boolean {
  return assetClass === 'stock' || assetClass === 'fund' || assetClass === 'future'
}

/** Exchanges under the country they are in; classes without countries make one group. */
function groupsOf(counts: readonly ExchangeCount[], locale: Locale): CoverageGroup[] {
  const language = locale === 'zh-HK' ? 'zh-Hant-HK' : locale
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const shortNames = new Intl.DisplayNames([language], { type: 'region', style: 'short' })
  const nameOf = (region: string) => (region === 'HK' ? shortNames : names).of(region) ?? region
  const groups = new Map<string, CoverageGroup>()
  for (const { class: assetClass, region, exchange, instruments } of counts) {
    const country = hasCountry(assetClass) ? region : null
    const group = groups.get(country ?? '') ?? {
      region: country,
      name: country ? nameOf(country) : '',
      exchanges: [],
    }
    group.exchanges.push({ exchange: exchange || assetClass, instruments })
    groups.set(country ?? '', group)
  }
  return [...groups.values()]
}
