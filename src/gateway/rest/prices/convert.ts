import type { Beside } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { type Entitled, requireEntitlement } from '../instruments/instrument-call.ts'
import type { DataAnswer, DataRequest, Query, RowValue } from '../wire/call.ts'
import { formatOf } from '../wire/respond.ts'
import { emptyReason, freshnessOf, type LiveDeps, lastBar, newestPrice, sourceOf, worse } from './live.ts'

const columns = ['from', 'to', 'amount', 'result', 'rate', 'path', 'at'] as const
const through = 'USD'
const amountMax = 1e15

/**
 * One pair of a conversion. `isInverse`: the pair's price is inverted, such as the price of `EURUSD` to convert dollars
 * to euros.
 */
type Leg = { instrument: Instrument; isInverse: boolean }

/** `/convert`: an amount in another currency, by the first of the direct and then the dollar pairs that have a price. */
export async function convert(deps: LiveDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = request
  const [from, to] = [currencyIn(query, 'from'), currencyIn(query, 'to')]
  const amount = amountIn(query)
  const at = timeIn(query)
  const isTable = formatOf(query, request.headers) !== 'json'
  const ways = from === to ? [[]] : await waysOf(deps, from, to)
  for (const legs of ways) {
    const priced = await priceOf(deps, request, legs, at)
    if (!priced) continue
    const data = {
      ...{ from, to, amount, result: digits(amount * priced.rate, 12), rate: digits(priced.rate, 10) },
      path: legs.map(({ instrument }) => instrument.code),
      at: priced.time,
    }
    if (!isTable) return { kind: 'data', data, beside: priced.beside }
    return { ...tableOf([{ ...data, path: data.path.join('+') }]), beside: priced.beside }
  }
  const reason = ways[0]?.[0] ? emptyReason(deps.ctx, ways[0][0].instrument, request.now) : 'no_data'
  return isTable ? { ...tableOf([]), beside: { reason } } : { kind: 'data', data: null, beside: { reason } }
}

function tableOf(rows: Record<string, RowValue>[]) {
  return { kind: 'rows', rows, columns, name: 'convert' } as const
}

/** The value of one unit after all legs; null if a leg has no price. */
async function priceOf(deps: LiveDeps, request: DataRequest, legs: readonly Leg[], at: number | null) {
  let [rate, time] = [1, at ?? request.now]
  let beside: Beside = { delay: 0 }
  for (const { instrument, isInverse } of legs) {
    const entitled = requireEntitlement(request, instrument, at === null ? 'quote' : 'kline')
    const found = await priceAt(deps, request, entitled, at)
    if (!found || found.price <= 0) return null
    rate *= isInverse ? 1 / found.price : found.price
    time = Math.min(time, found.time)
    const fresh = at === null ? freshnessOf(deps, entitled) : { delay: entitled.delayMs / 1_000 }
    beside = worse(beside, { ...fresh, ...sourceOf(deps, [found]) })
  }
  return { rate, beside, time }
}

/**
 * The possible conversions: each direct pair, then the pairs with the dollar. Refuses the currency if there is no
 * conversion.
 */
async function waysOf(deps: LiveDeps, from: string, to: string): Promise<Leg[][]> {
  const direct = await legsOf(deps, from, to)
  const first = from === through ? [] : await legsOf(deps, from, through)
  const second = to === through ? [] : await legsOf(deps, through, to)
  const ways = [...direct.map((leg) => [leg]), ...first.flatMap((leg) => second.map((next) => [leg, next]))]
  if (ways.length > 0) return ways
  throw refuse('unknown_symbol', {
    param: first.length > 0 || from === through ? 'to' : 'from',
    extra: { reason: 'unknown_symbol', suggestions: [] },
  })
}

/** Both pairs of two currencies, as many as there are: `EURUSD`, and `USDEUR` inverted. */
async function legsOf({ directory }: LiveDeps, from: string, to: string): Promise<Leg[]> {
  const legs: Leg[] = []
  for (const [code, isInverse] of [[from + to, false] as const, [to + from, true] as const]) {
    const instrument = await directory.find('forex', code)
    if (instrument?.code === code) legs.push({ instrument, isInverse })
  }
  return legs
}

async function priceAt(deps: LiveDeps, request: DataRequest, entitled: Entitled, at: number | null) {
  if (at === null) return newestPrice(deps, entitled, request.now)
  if (entitled.earliest !== null && at < entitled.earliest) throw notInPlan(null, request.locale)
  const last = await lastBar(deps, entitled.instrument, Math.min(at, request.now - entitled.delayMs))
  return last && { price: last.bar.close, time: last.end, source: last.bar.source }
}

function currencyIn(query: Query, name: 'from' | 'to'): string {
  const text = query.need(name).trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(text)) throw refuse('invalid_parameter', { param: name })
  return text
}

function amountIn(query: Query): number {
  const text = query.get('amount')
  if (text === undefined) return 1
  // Programs write numbers with an exponent, and with as many digits as a double has.
  const amount = /^\d{1,16}(\.\d{1,25})?(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN
  if (!(amount <= amountMax)) throw refuse('invalid_parameter', { param: 'amount', extra: { min: 0, max: amountMax } })
  return amount
}

function timeIn(query: Query): number | null {
  const text = query.get('at')
  if (text === undefined) return null
  const time = parseInstant(text)
  if (time === null) throw refuse('invalid_time', { param: 'at' })
  return time
}

/** Rounds to `count` significant digits, because further digits are noise of binary fractions. */
function digits(value: number, count: number): number {
  return Number(value.toPrecision(count))
}
