import type { IndicatorName } from '#src/contract/indicators/catalogue.ts'

const formulas: Record<IndicatorName, string> = {
  sma: '最近 `period` 个收盘价的平均值。',
  ema: 'EMA = EMA′ + 2 /（`period` + 1）×（收盘价 − EMA′），EMA′ 为前一个值；以第一个收盘价为初值，从第 `period` 根 K 线起显示。',
  wma: '最近 `period` 个收盘价的加权平均，权重为 1 至 `period`，越新权重越大。',
  vwap: '最近 `period` 根 K 线的 Σ（典型价 × 成交量）/ Σ 成交量；`period` 为 0 时从当个 UTC 日开始累计。典型价 =（最高 + 最低 + 收盘）/ 3。没有成交时无值。',
  bbi: '`first`、`second`、`third`、`fourth` 四条简单移动平均线的平均值。',
  boll: '`middle` 为最近 `period` 个收盘价的平均值；`upper` 与 `lower` 为其上下 `deviation` 倍总体标准差。',
  keltner:
    '`middle` 为收盘价的指数平均；`upper` 与 `lower` 为其上下 `multiplier` 倍平均真实波幅。两者周期均为 `period`。',
  donchian: '`upper` 为最近 `period` 根 K 线（含当前）的最高价，`lower` 为最低价，`middle` 为两者的平均值。',
  sar: '止损价向趋势极值靠拢：SAR = SAR′ + 速度 ×（极值 − SAR′）。每出现新极值，速度增加 `step`，最大为 `max`；止损价不进入最近两根 K 线的区间，被触及时趋势反转。',
  supertrend:
    '（最高 + 最低）/ 2 ± `multiplier` 倍 `period` 周期平均真实波幅。在收盘价突破之前，轨道只向价格靠拢：上升趋势中 `up` 为下轨，下降趋势中 `down` 为上轨。',
  macd: '`macd` 为 `fast` 周期与 `slow` 周期收盘价指数平均之差；`signal` 为 `macd` 的 `signal` 周期指数平均；`histogram` = `macd` − `signal`，不乘以 2。',
  rsi: '100 − 100 /（1 + 平均涨幅 / 平均跌幅），按收盘价变动计算，采用 `period` 周期的 Wilder 平均；没有下跌时为 100。',
  kdj: 'RSV =（收盘 − 最低价）/（最高价 − 最低价）× 100，取最近 `period` 根 K 线，无波动时为 50。`k` = ((k − 1) × K′ + RSV) / k，`d` = ((d − 1) × D′ + K) / d，初值均为 50；`j` = 3 × K − 2 × D。',
  adx: '`pdi` 与 `mdi` 为上升与下降动向占真实波幅的百分比，采用 `period` 周期的 Wilder 平均；`adx` 为 |pdi − mdi| / (pdi + mdi) × 100 的 Wilder 平均。',
  cci: '`period` 周期内（典型价 − 其平均值）/（0.015 × 平均绝对偏差）；无波动时为 0。',
  wr: '`period` 周期内（收盘 − 最高价）/（最高价 − 最低价）× 100：最高价处为 0，最低价处为 −100。',
  roc: '（收盘价 − `period` 根之前的收盘价）/ `period` 根之前的收盘价 × 100。',
  mtm: '收盘价减去 `period` 根之前的收盘价。',
  trix: '对收盘价连续做三次 `period` 周期指数平均，取第三次平均相邻两根之间变动的百分比。',
  ao: '`fast` 周期与 `slow` 周期（最高 + 最低）/ 2 的平均值之差。',
  atr: '真实波幅的 `period` 周期 Wilder 平均；真实波幅取最高 − 最低、|最高 − 前收盘|、|最低 − 前收盘| 中的最大值。',
  stddev: '最近 `period` 个收盘价的总体标准差。',
  obv: '从最早一根 K 线起累计成交量：收盘上涨则加，下跌则减。',
  mfi: '100 − 100 /（1 + 流入 / 流出），流入与流出为最近 `period` 次变动中典型价上涨与下跌时的典型价 × 成交量之和；没有下跌时为 100。',
  cmf: '最近 `period` 根 K 线的 Σ（（（收盘 − 最低）−（最高 − 收盘））/（最高 − 最低）× 成交量）/ Σ 成交量。',
  psy: '最近 `period` 个收盘价中高于前收盘的占比（百分比）。',
  bias: '（收盘价 − 最近 `period` 个收盘价的平均值）/ 该平均值 × 100。',
}

export default formulas
