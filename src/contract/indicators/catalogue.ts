import { namesOf } from '../record.ts'
import { bbi, ema, sma, vwap, wma } from './averages.ts'
import { atr, boll, donchian, keltner, stddev } from './bands.ts'
import type { IndicatorSpec } from './indicator.ts'
import { ao, macd, mtm, roc, trix } from './momentum.ts'
import { bias, cci, kdj, mfi, psy, rsi, wr } from './oscillators.ts'
import { adx, sar, supertrend } from './trends.ts'
import { cmf, obv } from './volumes.ts'

/** The 27 indicators, by the name that the endpoint and layouts use, in the order of the chart's menu. */
export const indicators = {
  sma,
  ema,
  wma,
  vwap,
  bbi,
  boll,
  keltner,
  donchian,
  sar,
  supertrend,
  macd,
  rsi,
  kdj,
  adx,
  cci,
  wr,
  roc,
  mtm,
  trix,
  ao,
  atr,
  stddev,
  obv,
  mfi,
  cmf,
  psy,
  bias,
} as const satisfies Record<string, IndicatorSpec>

export type IndicatorName = keyof typeof indicators

export const indicatorNames: readonly IndicatorName[] = namesOf(indicators)

/** The names of the catalogue are in lower case; other spellings are not accepted. */
export function isIndicatorName(value: unknown): value is IndicatorName {
  return typeof value === 'string' && Object.hasOwn(indicators, value)
}
