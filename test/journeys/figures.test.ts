import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { type AssetClass, assetClasses, type Interval, type QuoteEvent } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { type RecordedBar, recordBars } from '#src/market/bars/bars.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { leadingInstruments, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { demoInstrument, products } from '#src/site/showcase/showcase.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'

/**
 * An instrument that is listed after all prices were written. A page that shows it was therefore rendered with those
 * prices.
 */
const marker = 'FIGURES'
const bootMsMax = 120_000
const pageMsMax = 40_000
let product: TestProduct
let token = ''
let listed: Map<AssetClass, Instrument[]>

/** In live mode without an exchange there are no trades, so prices do not change during the comparison. */
beforeAll(async () => {
  product = await testProduct(liveEnvironment())
  const found = assetClasses.map(async (name) => [name, await leadingInstruments(product.ctx, name, 12)] as const)
  listed = new Map(await Promise.all(found))
  const instruments = [...listed.values()].flat()
  await recordBars(product.ctx, instruments.flatMap(barsOf))
  for (const [at, instrument] of instruments.entries()) if (at % 2 === 0) await publishQuote(instrument)
  token = (await keyOnPlan(product.ctx, 'integrated-premium')).secret
  await upsertInstruments(
    product.ctx,
    assetClasses.map((name) => ({ class: name, region: 'US', exchange: marker, code: marker, name: marker })),
    'test',
  )
}, bootMsMax)
afterAll(() => product?.[Symbol.asyncDispose]())

/**
 * Stored days that end a week ago, and quarters of an hour of two days, so that the last stored day differs from the
 * response of `/quote`.
 */
function barsOf(instrument: Instrument, at: number): RecordedBar[] {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const bar = (interval: Interval, time: number, close: number): RecordedBar => ({
    ...({
      time,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
      turnover: 0,
      source: 'exchange',
    } satisfies Bar),
    ...{ interval, instrumentId: instrument.id },
  })
  const price = (instrument.startPrice ?? 100) * (1 + at / 1_000)
  const days = [9, 8, 7].map((ago) => bar('1d', today - ago * dayMs, price * (1 + ago / 100)))
  const quarters = Array.from({ length: 192 }, (_, quarter) =>
    bar('15m', today - 3 * dayMs + quarter * 900_000, price * (1 - quarter / 4_000)),
  )
  return [...days, ...quarters]
}

async function publishQuote(instrument: Instrument): Promise<void> {
  const last = (instrument.startPrice ?? 100) * 1.2
  const key = keyOf(instrument)
  const event: QuoteEvent = {
    ...{ type: 'quote', key, time: Date.now(), source: 'exchange', tradingStatus: 0 },
    ...{ previousClose: last / 1.05, open: last, high: last, low: last, last, volume: 1, turnover: 1 },
    ...{ change: last - last / 1.05, changePercent: 5 },
  }
  await product.ctx.tape.append(instrument.class, [{ lane: `${key}:quote`, event }])
}

type Quote = { ld: number; p: number; chp: number }

async function quoteOf({ class: name, region, code }: Pick<Instrument, 'class' | 'region' | 'code'>): Promise<Quote> {
  const query = new URLSearchParams({ region, code })
  const response = await fetch(`http://localhost:${product.gatewayPort}/${name}/quote?${query}`, { headers: { token } })
  const { data } = (await response.json()) as { data: Quote }
  return data
}

/** The page's HTML once `isShown` returns true. A busy history store may omit prices from a page for two seconds. */
async function htmlOf(path: string, isShown: (html: string) => boolean): Promise<string> {
  let html = ''
  const isWhole = async () => {
    html = await (await fetch(`http://localhost:${product.sitePort}${path}`)).text()
    return isShown(html.replace(/<!--.*?-->/g, '')) && !/data-read="(none|failed)"/.test(html)
  }
  await expect.poll(isWhole, { timeout: 30_000, interval: 250 }).toBe(true)
  return html.replace(/<!--.*?-->/g, '')
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

/** A price and its change in the format of pages: `1,234.50` and `+1.25%`. */
function shown(quote: Quote, price: string): { price: string; change: string } {
  const decimals = price.split('.')[1]?.length ?? 0
  const amount = `${Math.abs(quote.chp).toFixed(2)}%`
  const sign = Number.parseFloat(amount) === 0 ? '' : quote.chp > 0 ? '+' : '−'
  return { price: quote.ld.toFixed(decimals), change: sign + amount }
}

const plain = (price: string) => price.replaceAll(',', '')

const productPages = locales.flatMap((locale) => products.map((one) => ({ locale, ...one })))

test.each(productPages)(
  'the page $locale/products/$name shows the prices that the API returns',
  async (page) => {
    const html = await htmlOf(`/${page.locale}/products/${page.name}`, (text) => text.includes(marker))
    const rows = [...html.matchAll(/<tr><td data-label.*?<\/tr>/g)].flatMap(([row]) => {
      const code = /<b class="num[^"]*">([^<]+)</.exec(row)?.[1]
      const [, , , last = '', change = ''] = row.split('</td>')
      return code ? [{ code, price: textOf(last.replace(/<small.*/, '')), change: textOf(change) }] : []
    })
    expect(rows.map(({ code }) => code)).toEqual(listed.get(page.class)?.map(({ code }) => code))
    for (const { code, price, change } of rows) {
      const instrument = listed.get(page.class)?.find((one) => one.code === code)
      if (!instrument) throw new Error(code)
      expect({ code, price: plain(price), change }).toEqual({ code, ...shown(await quoteOf(instrument), price) })
    }
  },
  pageMsMax,
)

test.each(locales)(
  'the price strip and the cards of the home page in %s show the prices that the API returns',
  async (locale) => {
    const html = await htmlOf(`/${locale}`, (text) => products.every(({ code }) => figuresOf(text, code).length > 0))
    for (const { code } of products) {
      const quote = await quoteOf(demoInstrument(code))
      const figures = figuresOf(html, code)
      expect(figures).toHaveLength(5)
      for (const [, price = '', change = ''] of figures)
        expect({ price: plain(price), change: textOf(change) }).toEqual(shown(quote, price))
    }
  },
)

function figuresOf(html: string, code: string): RegExpExecArray[] {
  return [...html.matchAll(new RegExp(`<b>${code}</b> ([\\d,.]+) (<span class="num.*?%)`, 'g'))]
}
