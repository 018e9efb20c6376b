import type { AssetClass } from '#src/contract/market.ts'
import { lookupOf, readSymbol } from '../instruments/symbol.ts'

/** A query without the words that name a class or a market. */
export type Narrowed = { text: string; class: AssetClass | null; region: string | null }

/** Last words of a query that name a class (`es future`, `黄金期货`). Null: the word is ignored (`tesla price`). */
// biome-ignore format: a table
const classWords: Record<string, AssetClass | null> = {
  FUTURE: 'future', FUTURES: 'future', FUT: 'future', COMDTY: 'future', 期货: 'future', 主力: 'future', 期指: 'future',
  ETF: 'fund', ETFS: 'fund', FUND: 'fund', 基金: 'fund',
  INDEX: 'indices', INDICES: 'indices', 指数: 'indices',
  STOCK: 'stock', STOCKS: 'stock', SHARE: 'stock', SHARES: 'stock', EQUITY: 'stock', ADR: 'stock', 股票: 'stock', 股份: 'stock',
  CRYPTO: 'crypto', COIN: 'crypto', TOKEN: 'crypto', 币: 'crypto',
  FOREX: 'forex', FX: 'forex', SPOT: 'forex', CURNCY: 'forex', 外汇: 'forex', 汇率: 'forex', 现货: 'forex',
  PRICE: null, CHART: null, QUOTE: null, TICKER: null, 股价: null, 价格: null, 行情: null, 走势: null, 公司: null, 集团: null,
}

/** Words that name markets, except words that end company names, too (`SA`, `AS`, `IT`). */
// biome-ignore format: a table
const regionWords: Record<string, string> = {
  US: 'US', USA: 'US', UN: 'US', UW: 'US', 美股: 'US', HK: 'HK', HONGKONG: 'HK', 港股: 'HK', CN: 'CN', CH: 'CN', A股: 'CN', JP: 'JP', JT: 'JP',
  JAPAN: 'JP', 日股: 'JP', TW: 'TW', TT: 'TW', 台股: 'TW', KR: 'KR', KS: 'KR', UK: 'GB', GB: 'GB', LN: 'GB', GR: 'DE', GY: 'DE', SG: 'SG', INDIA: 'IN',
}

/** Venue prefixes of other platforms: `NASDAQ:AAPL`, `HKEX:700`. */
// biome-ignore format: a table
const venues: Record<string, Omit<Narrowed, 'text'>> = Object.fromEntries([
  ...['NASDAQ', 'NYSE', 'AMEX', 'ARCA', 'NYSEARCA'].map((venue) => [venue, { class: null, region: 'US' }]),
  ...['HKEX', 'HKG', 'SEHK'].map((venue) => [venue, { class: null, region: 'HK' }]),
  ...['SSE', 'SHSE', 'SHA', 'SZSE', 'SHE', 'SH', 'SZ'].map((venue) => [venue, { class: null, region: 'CN' }]),
  ...['TSE', 'TYO'].map((venue) => [venue, { class: null, region: 'JP' }]),
  ...['LSE', 'LON'].map((venue) => [venue, { class: null, region: 'GB' }]),
  ...['NSE', 'BSE'].map((venue) => [venue, { class: null, region: 'IN' }]),
  ...['XETR', 'ETR', 'FRA'].map((venue) => [venue, { class: null, region: 'DE' }]),
  ['TWSE', { class: null, region: 'TW' }], ['KRX', { class: null, region: 'KR' }], ['TSX', { class: null, region: 'CA' }],
  ['ASX', { class: null, region: 'AU' }], ['SGX', { class: null, region: 'SG' }],
  ...['CME', 'CBOT', 'NYMEX', 'COMEX', 'CME_MINI'].map((venue) => [venue, { class: 'future', region: 'US' }]),
  ...['BINANCE', 'COINBASE', 'CRYPTO', 'KRAKEN'].map((venue) => [venue, { class: 'crypto', region: null }]),
  ...['FX', 'OANDA', 'FX_IDC'].map((venue) => [venue, { class: 'forex', region: null }]),
  ...['SP', 'TVC', 'INDEX', 'DJ'].map((venue) => [venue, { class: 'indices', region: null }]),
])

/** Codes with the exchange before or after them, as written in China and by terminals. */
const exchangeMarks: readonly [RegExp, string][] = [
  [/^(?:SH|SZ|BJ)[.]?(\d{6})$/, 'CN'],
  [/^(\d{6})[.]?(?:SH|SZ|BJ|XSHG|XSHE)$/, 'CN'],
  [/^HK[.]?(\d{1,5})$/, 'HK'],
  [/^(\d{1,5})[.](?:HKG|XHKG)$/, 'HK'],
  [/^(?:US|GB)[._]([A-Z][A-Z.-]*)$/, 'US'],
  [/^([A-Z]{1,5})[.](?:O|OQ|N|P|A|AM|NAS|NYS|NASDAQ|NYSE)$/, 'US'],
]

/** Symbol notations of other platforms: `ES=F`, `EURUSD=X`, `ES1!`, `/ES`, `^GSPC`, `$AAPL`. */
const marks: readonly [RegExp, AssetClass | null][] = [
  [/^(.+)=F$/, 'future'],
  [/^(.+)=X$/, 'forex'],
  [/^(.+?)[12]!$/, 'future'],
  [/^\/(.+)$/, 'future'],
  [/^\^(.+)$/, 'indices'],
  [/^\$(.+)$/, null],
]

/** The text without notation marks, venue and last class or market words. Null if the text stays the same or empty. */
export function narrowed(text: string): Narrowed | null {
  const found = lastWords(venueOf(markOf({ text, class: null, region: null })))
  return found.text === text || found.text === '' ? null : found
}

function markOf(one: Narrowed): Narrowed {
  for (const [mark, region] of exchangeMarks) {
    const bare = mark.exec(one.text)?.[1]
    if (bare) return { ...one, text: bare, region: one.region ?? region }
  }
  for (const [mark, assetClass] of marks) {
    const bare = mark.exec(one.text)?.[1]
    if (bare) return { ...one, text: bare, class: assetClass }
  }
  return one
}

function venueOf(one: Narrowed): Narrowed {
  const at = one.text.indexOf(':')
  const venue = at > 0 ? venues[one.text.slice(0, at)] : undefined
  if (!venue) return one
  return markOf({ text: one.text.slice(at + 1).trim(), class: venue.class ?? one.class, region: venue.region })
}

function lastWords(one: Narrowed): Narrowed {
  let { text, class: assetClass, region } = one
  for (let turn = 0; turn < 3; turn += 1) {
    const last = lastWordOf(text)
    if (last === '' || last.length === text.length) break
    const rest = text.slice(0, -last.length).replace(/[\s,:]+$/, '')
    if (Object.hasOwn(classWords, last)) assetClass ??= classWords[last] ?? null
    else if (region === null && regionWords[last] !== undefined) region = regionWords[last] ?? null
    else break
    text = rest
  }
  return { text, class: assetClass, region }
}

const chineseWords = [...Object.keys(classWords), ...Object.keys(regionWords)].filter(
  (word) => /\p{L}$/u.test(word) && /[^A-Z]/.test(word),
)

/** The last word. A Chinese word needs no space before it. */
function lastWordOf(text: string): string {
  return chineseWords.find((word) => text.endsWith(word)) ?? /[\s:]([^\s:]+)$/.exec(text)?.[1] ?? ''
}

/** An exact code that a text may mean, with its market. */
export type CodeReading = { lookup: string; region: string | null; classes: readonly AssetClass[] | null }

const pairs: readonly AssetClass[] = ['crypto', 'forex']

/**
 * The codes that a text may mean: its readings as a symbol (`AAPL.US`, `00700`), and for two to six letters the pairs
 * with the dollar, too (`BTC` → `BTCUSD`).
 */
export function codeReadings(text: string, region: string | null): CodeReading[] {
  const lookup = lookupOf(text)
  const spelled = readSymbol(null, text, region).map((one) => ({ ...one, classes: null }))
  if (!/^[A-Z]{2,6}$/.test(lookup)) return spelled
  const dollars = [`${lookup}USD`, `${lookup}USDT`, `USD${lookup}`]
  return [...spelled, ...dollars.map((pair) => ({ lookup: pair, region: null, classes: pairs }))]
}

/** Whether a text may begin an ISIN: a country code, then 4 to 10 letters and digits, with at least one digit. */
export function isIsinStart(text: string): boolean {
  return /^[A-Z]{2}[A-Z0-9]{4,10}$/.test(text) && /\d/.test(text)
}
