import { type IndicatorName, indicators } from './catalogue.ts'
import type { IndicatorBar, IndicatorParams, IndicatorRow, IndicatorSpec } from './indicator.ts'

export type ReadParams =
  | { kind: 'ok'; params: IndicatorParams }
  | { kind: 'refused'; param: string; min: number; max: number }

/**
 * Accepts numbers or text, fills in defaults and ignores unknown parameters. Returns the name and bounds of the first
 * invalid parameter.
 */
export function readParams(name: IndicatorName, given: Readonly<Record<string, unknown>>): ReadParams {
  const params: Record<string, number> = {}
  const spec: IndicatorSpec = indicators[name]
  for (const { name: key, default: standard, min, max, step } of spec.params) {
    const raw = given[key]
    const value = raw === undefined || raw === '' ? standard : Number(raw)
    const valid = Number.isFinite(value) && value >= min && value <= max && (step < 1 || Number.isInteger(value))
    if (!valid) return { kind: 'refused', param: key, min, max }
    params[key] = value
  }
  return { kind: 'ok', params }
}

export function defaultParams(name: IndicatorName): IndicatorParams {
  const spec: IndicatorSpec = indicators[name]
  return Object.fromEntries(spec.params.map((param) => [param.name, param.default]))
}

/**
 * The number of bars to read before the first wanted bar. The value of the wanted bar then does not depend on where
 * reading began, unless the indicator is cumulative.
 */
export function lookback(name: IndicatorName, params: IndicatorParams): number {
  return indicators[name].lookback(params)
}

/** One row per bar (oldest first); an output is null where too few bars precede. `params` come from `readParams`. */
export function compute(name: IndicatorName, params: IndicatorParams, bars: readonly IndicatorBar[]): IndicatorRow[] {
  const next = indicators[name].start(params)
  return bars.map(next)
}
