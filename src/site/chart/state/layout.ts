import { indicators, isIndicatorName } from '#src/contract/indicators/catalogue.ts'
import { readParams } from '#src/contract/indicators/compute.ts'
import { type BarInterval, barIntervals } from '#src/contract/market.ts'
import { isRecord } from '#src/contract/record.ts'
import { isTimeZone } from '#src/contract/values/clock.ts'
import {
  adjustments,
  type ChartState,
  chartTypes,
  compareMax,
  indicatorsMax,
  initialState,
  type ShownIndicator,
  scales,
} from './chart-state.ts'
import { isLineColor } from './drawings.ts'
import { readLook } from './look.ts'

/** `NASDAQ:AAPL`: an exchange or prefix, a colon, and a code as the API writes it. */
export const tickerPattern = /^[A-Z0-9._-]{1,16}:[A-Z0-9.&/_^=+-]{1,32}$/

export function isTicker(value: unknown): value is string {
  return typeof value === 'string' && tickerPattern.test(value)
}

export function isInterval(value: unknown): value is BarInterval {
  const known: readonly unknown[] = barIntervals
  return known.includes(value)
}

export function isTimezone(value: unknown): value is string {
  if (value === 'exchange') return true
  return typeof value === 'string' && value !== '' && isTimeZone(value)
}

/**
 * Reads a stored layout. Invalid values are left out or replaced by the defaults, so that an old or edited layout still
 * opens.
 */
export function readLayout(kept: unknown): ChartState {
  if (!isRecord(kept)) return initialState
  const value = kept
  const ticker = isTicker(value.ticker) ? value.ticker : initialState.ticker
  return {
    ticker,
    interval: isInterval(value.interval) ? value.interval : initialState.interval,
    type: oneOf(chartTypes, value.type) ?? initialState.type,
    scale: oneOf(scales, value.scale) ?? initialState.scale,
    timezone: isTimezone(value.timezone) ? value.timezone : initialState.timezone,
    adjust: oneOf(adjustments, value.adjust) ?? initialState.adjust,
    volume: typeof value.volume === 'boolean' ? value.volume : initialState.volume,
    inverted: value.inverted === true,
    sessions: typeof value.sessions === 'boolean' ? value.sessions : initialState.sessions,
    look: readLook(value.look),
    folded: value.folded === true,
    indicators: list(value.indicators).flatMap(readIndicator).slice(0, indicatorsMax),
    compare: [...new Set(list(value.compare).filter(isTicker))]
      .filter((other) => other !== ticker)
      .slice(0, compareMax),
  }
}

function oneOf<const T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((one) => one === value)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function readIndicator(kept: unknown, index: number): ShownIndicator[] {
  if (!isRecord(kept)) return []
  const { name, params, visible, colors } = kept
  if (!isIndicatorName(name)) return []
  const read = readParams(name, isRecord(params) ? params : {})
  const known = read.kind === 'ok' ? read : readParams(name, {})
  if (known.kind !== 'ok') return []
  const one: ShownIndicator = {
    id: `${name}-${index + 1}`,
    name,
    params: known.params,
    visible: visible !== false,
  }
  const chosen = list(colors).filter(isLineColor)
  return [chosen.length === indicators[name].outputs.length ? { ...one, colors: chosen } : one]
}

/** The symbol and interval of `/chart?symbol=NASDAQ:AAPL&interval=1d`. A missing or invalid value is omitted. */
export function readAddress(search: URLSearchParams): Partial<Pick<ChartState, 'ticker' | 'interval'>> {
  const ticker = search.get('symbol')?.trim().toUpperCase()
  const interval = search.get('interval')
  return { ...(isTicker(ticker) && { ticker }), ...(isInterval(interval) && { interval }) }
}

/** The query string that opens this chart for another person. The colon stays unescaped, so that people can read it. */
export function writeAddress(state: Pick<ChartState, 'ticker' | 'interval'>): string {
  return `?symbol=${encodeURIComponent(state.ticker).replaceAll('%3A', ':')}&interval=${state.interval}`
}
