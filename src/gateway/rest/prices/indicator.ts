import { refuse } from '#src/contract/errors.ts'
import { type IndicatorName, indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import { compute, lookback, readParams } from '#src/contract/indicators/compute.ts'
import type { IndicatorParams, IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { type AssetClass, dataSources } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import { readBars } from '#src/market/history/history.ts'
import { volumeBalance } from '#src/market/history/volume-balance.ts'
import { untilGone } from '#src/platform/engines/until-gone.ts'
import { type Entitled, oneInstrument, requireEntitlement } from '../instruments/instrument-call.ts'
import { readHours } from '../rows/hours-query.ts'
import type { DataAnswer, DataRequest, RowValue } from '../wire/call.ts'
import { type ChosenQuery, insidePlan, type KlineDeps, klineBars, reportStale } from './kline.ts'
import { readKlineQuery } from './kline-query.ts'

const nameSpellings: Record<string, string> = {
  bollinger: 'boll',
  bollingerbands: 'boll',
  bbands: 'boll',
  bb: 'boll',
  sd: 'stddev',
  std: 'stddev',
  standarddeviation: 'stddev',
  willr: 'wr',
  williams: 'wr',
  williamsr: 'wr',
}

export async function indicator(deps: KlineDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const name = indicatorName(request.query.need('name'))
  const given = indicators[name].params.map((param) => [param.name, request.query.get(param.name)])
  const read = readParams(name, Object.fromEntries(given))
  if (read.kind === 'refused')
    throw refuse('invalid_parameter', { param: read.param, extra: { min: read.min, max: read.max } })
  const query: ChosenQuery = {
    ...readKlineQuery(request.query),
    ...readHours(request.query, assetClass),
    source: request.query.choice('source', dataSources),
  }
  const entitled = await oneInstrument(deps, request, assetClass, 'indicator')
  requireEntitlement(request, entitled.instrument, 'kline')
  const reading = { ...deps, ctx: untilGone(deps.ctx, request.gone) }
  const shown = await klineBars(reading, entitled, query, request.now)
  insidePlan(shown.beside, request)
  reportStale(deps, shown.beside, entitled, query, request.now)
  return {
    kind: 'rows',
    rows: await indicatorRows(reading, entitled, query, { name, params: read.params }, shown, request.now),
    beside: shown.beside,
    columns: ['t', ...indicators[name].outputs.map((output) => output.name)],
    dated: !isIntraday(query.interval),
    name: `${assetClass}-${entitled.instrument.region}-${entitled.instrument.code}-${query.interval}-${name}`,
  }
}

/** Indicator values for the shown bars. Earlier bars in the plan warm the indicator up. */
export async function indicatorRows(
  deps: Pick<KlineDeps, 'ctx' | 'directory' | 'windows'>,
  entitled: Entitled,
  query: ChosenQuery,
  { name, params }: { name: IndicatorName; params: IndicatorParams },
  { bars, running }: { bars: readonly Bar[]; running: Bar | null },
  now: number,
): Promise<Record<string, RowValue>[]> {
  const wanted = running ? [...bars, running] : bars
  const [first] = wanted
  if (!first) return []
  const spec: IndicatorSpec = indicators[name]
  const before = { ...query, order: 'newest', from: undefined, to: first.time - 1 } as const
  const reached = await klineBars(deps, entitled, { ...before, limit: Math.max(1, lookback(name, params)) }, now)
  const warmUp =
    spec.isCumulative && reached.bars.length === 0 ? await barBefore(deps, entitled, query, first) : reached.bars
  const start = spec.isCumulative ? await balanceAt(deps, entitled, query, warmUp.at(-1)) : 0
  const values = compute(name, params, [...warmUp, ...wanted].map(inputOf)).slice(warmUp.length)
  return wanted.map((bar, index): Record<string, RowValue> => {
    const row: Record<string, RowValue> = { t: bar.time }
    for (const output of spec.outputs) row[output.name] = startedAt(start, values[index]?.[output.name])
    if (bar === running) row.final = false
    return row
  })
}

type Stored = Pick<KlineDeps, 'ctx' | 'directory'>

/**
 * The stored bar before `first`, even if it is outside the plan, because cumulative values start at the first stored
 * bar.
 */
async function barBefore(deps: Stored, entitled: Entitled, query: ChosenQuery, first: Bar): Promise<Bar[]> {
  const history = await historyOf(deps, entitled, query)
  return readBars(deps.ctx, { ...history, to: first.time - 1, limit: 1, order: 'newest' })
}

/** The cumulative value at the last bar before the window, so that values continue across pages. */
async function balanceAt(deps: Stored, entitled: Entitled, query: ChosenQuery, last: Bar | undefined): Promise<number> {
  return last ? volumeBalance(deps.ctx, await historyOf(deps, entitled, query), last.time) : 0
}

async function historyOf({ directory }: Stored, { instrument }: Entitled, query: ChosenQuery) {
  const { interval, adjust, source, session, day } = query
  const coverage = await directory.coverage(instrument.id)
  const factors = adjust === 'none' ? [] : await directory.factors(instrument)
  return { instrument, interval, adjust, source, session, day, factors, coverage }
}

function startedAt(start: number, value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : start + value
}

function indicatorName(text: string): IndicatorName {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  const found = indicatorNames.find(
    (name) => name.toLowerCase() === plain || name.toLowerCase() === nameSpellings[plain],
  )
  if (!found) throw refuse('invalid_parameter', { param: 'name', extra: { allowed: indicatorNames } })
  return found
}

function inputOf(bar: Bar) {
  return { t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: bar.volume }
}
