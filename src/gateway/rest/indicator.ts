import { refuse } from '#src/contract/errors.ts'
import { type IndicatorName, indicators } from '#src/contract/indicators/catalogue.ts'
import { compute, lookback, readParams } from '#src/contract/indicators/compute.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bar.ts'
import { isIntraday } from '#src/market/interval.ts'
import { volumeBalance } from '#src/market/volume-balance.ts'
import type { DataAnswer, DataRequest, RowValue } from './call.ts'
import { type Granted, grant, oneInstrument } from './instrument-call.ts'
import { insidePlan, type KlineDeps, klineBars } from './kline.ts'
import { type KlineQuery, readKlineQuery } from './kline-query.ts'

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

/** `/{class}/indicator`: one row per bar, aligned with `/kline`; values are null until the indicator has warmed up. */
export async function indicator(deps: KlineDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const name = indicatorName(request.query.need('name'))
  const read = readParams(name, Object.fromEntries(request.query.entries()))
  if (read.kind === 'refused')
    throw refuse('invalid_parameter', { param: read.param, extra: { min: read.min, max: read.max } })
  const query = readKlineQuery(request.query)
  const granted = await oneInstrument(deps, request, assetClass, 'indicator')
  grant(request, granted.instrument, 'kline')
  const shown = await klineBars(deps, granted, query, request.now)
  insidePlan(shown.beside, request)
  const wanted = [...shown.bars, ...(shown.running ? [shown.running] : [])]
  const first = wanted[0]
  const before = first
    ? await klineBars(
        deps,
        granted,
        {
          ...query,
          order: 'newest',
          from: undefined,
          to: first.time - 1,
          limit: Math.max(1, lookback(name, read.params)),
        },
        request.now,
      )
    : null
  const warmUp = before?.bars ?? []
  const spec: IndicatorSpec = indicators[name]
  const start = spec.isCumulative ? await balanceBefore(deps, granted, query, warmUp.at(-1)) : 0
  const values = compute(name, read.params, [...warmUp, ...wanted].map(inputOf)).slice(warmUp.length)
  const outputs = indicators[name].outputs.map((output) => output.name)
  const rows = wanted.map((bar, index): Record<string, RowValue> => {
    const row: Record<string, RowValue> = { t: bar.time }
    for (const output of outputs) row[output] = startedAt(start, values[index]?.[output])
    if (bar === shown.running) row.final = false
    return row
  })
  return {
    kind: 'rows',
    rows,
    beside: shown.beside,
    columns: ['t', ...outputs],
    dated: !isIntraday(query.interval),
    name: `${assetClass}-${granted.instrument.region}-${granted.instrument.code}-${query.interval}-${name}`,
  }
}

/** What a cumulative indicator came to by the bar before the window, so that pages join. */
async function balanceBefore(
  { ctx, directory }: KlineDeps,
  { instrument }: Granted,
  { interval, adjust }: KlineQuery,
  last: Bar | undefined,
): Promise<number> {
  if (!last) return 0
  const coverage = await directory.coverage(instrument.id)
  const factors = adjust === 'none' ? [] : await directory.factors(instrument.id)
  return volumeBalance(ctx, { instrument, interval, adjust, factors, coverage }, last.time)
}

function startedAt(start: number, value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : start + value
}

function indicatorName(text: string): IndicatorName {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  const names = Object.keys(indicators) as IndicatorName[]
  const found = names.find((name) => name.toLowerCase() === plain || name.toLowerCase() === nameSpellings[plain])
  if (!found) throw refuse('invalid_parameter', { param: 'name', extra: { allowed: names } })
  return found
}

function inputOf(bar: Bar) {
  return { t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: bar.volume }
}
