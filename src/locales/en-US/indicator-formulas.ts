import type { IndicatorName } from '#src/contract/indicators/catalogue.ts'

/** The formula of each indicator in a sentence or two, as Markdown. Only the documentation loads it. */
const formulas: Record<IndicatorName, string> = {
  sma: 'The mean of the last `period` closes.',
  ema: 'EMA = EMA′ + 2 / (`period` + 1) × (close − EMA′), where EMA′ is the value before; it begins with the first close and is shown from bar `period` on.',
  wma: 'The mean of the last `period` closes with weights 1 to `period`; the newest close weighs most.',
  vwap: 'Σ(typical price × volume) / Σ volume over the last `period` bars; with `period` 0 since the UTC day began. The typical price is (high + low + close) / 3. No value while nothing was traded.',
  bbi: 'The mean of four simple moving averages, of `first`, `second`, `third` and `fourth` closes.',
  boll: '`middle` is the mean of the last `period` closes; `upper` and `lower` are `deviation` population standard deviations of these closes above and below it.',
  keltner:
    '`middle` is the exponential average of the closes; `upper` and `lower` are `multiplier` average true ranges above and below it. Both averages use `period`.',
  donchian:
    '`upper` is the highest high and `lower` the lowest low of the last `period` bars with this one, `middle` their mean.',
  sar: 'The stop moves towards the extreme price of the trend: SAR = SAR′ + speed × (extreme − SAR′). The speed grows by `step` at each new extreme, up to `max`; the stop stays outside the last two bars, and the trend turns when a bar touches it.',
  supertrend:
    '(high + low) / 2 ± `multiplier` average true ranges of `period` bars. A band only moves towards the price until a close passes it: `up` is the lower band while the trend rises, `down` the upper band while it falls.',
  macd: '`macd` is the exponential average of `fast` closes minus that of `slow`; `signal` is the exponential average of `macd` over `signal` bars; `histogram` = `macd` − `signal`.',
  rsi: '100 − 100 / (1 + average rise / average fall) of the changes from close to close, with Wilder’s averages over `period`; 100 while nothing fell.',
  kdj: 'RSV = (close − lowest low) / (highest high − lowest low) × 100 over `period`, 50 where nothing moved. `k` = ((k − 1) × K′ + RSV) / k, `d` = ((d − 1) × D′ + K) / d, both from 50 on; `j` = 3 × K − 2 × D.',
  adx: '`pdi` and `mdi` are the upward and downward movements in percent of the true range, with Wilder’s averages over `period`; `adx` is Wilder’s average of |pdi − mdi| / (pdi + mdi) × 100.',
  cci: '(typical price − its mean) / (0.015 × its mean deviation) over `period` bars; 0 where nothing moved.',
  wr: '(close − highest high) / (highest high − lowest low) × 100 over `period` bars: 0 at the highest high, −100 at the lowest low.',
  roc: '(close − close `period` bars before) / close `period` bars before × 100.',
  mtm: 'The close minus the close `period` bars before.',
  trix: 'The closes are averaged exponentially three times over `period`; the value is the change of the third average from bar to bar, in percent of the earlier one.',
  ao: 'The mean of (high + low) / 2 over `fast` bars minus that over `slow` bars.',
  atr: 'Wilder’s average over `period` of the true range: the largest of high − low, |high − previous close| and |low − previous close|.',
  stddev: 'The population standard deviation of the last `period` closes.',
  obv: 'The sum of all volumes since the first stored bar: added where the close rose, subtracted where it fell.',
  mfi: '100 − 100 / (1 + rises / falls), where rises and falls are the sums of typical price × volume over the last `period` changes up and down; 100 while nothing fell.',
  cmf: 'Σ(((close − low) − (high − close)) / (high − low) × volume) / Σ volume over the last `period` bars.',
  psy: 'The share of the last `period` closes that were above the close before, in percent.',
  bias: '(close − mean of the last `period` closes) / that mean × 100.',
}

export default formulas
