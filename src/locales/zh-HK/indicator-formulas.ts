import type { IndicatorName } from '#src/contract/indicators/catalogue.ts'

const formulas: Record<IndicatorName, string> = {
  sma: '最近 `period` 個收市價的平均值。',
  ema: 'EMA = EMA′ + 2 /（`period` + 1）×（收市價 − EMA′），EMA′ 為前一個值；以第一個收市價為初值，由第 `period` 支 K 線起顯示。',
  wma: '最近 `period` 個收市價的加權平均，權重為 1 至 `period`，愈新權重愈大。',
  vwap: '最近 `period` 支 K 線的 Σ（典型價 × 成交量）/ Σ 成交量；`period` 為 0 時由該 UTC 日開始累計。典型價 =（最高 + 最低 + 收市）/ 3。沒有成交時無值。',
  bbi: '`first`、`second`、`third`、`fourth` 四條簡單移動平均線的平均值。',
  boll: '`middle` 為最近 `period` 個收市價的平均值；`upper` 與 `lower` 為其上下 `deviation` 倍總體標準差。',
  keltner:
    '`middle` 為收市價的指數平均；`upper` 與 `lower` 為其上下 `multiplier` 倍平均真實波幅。兩者週期均為 `period`。',
  donchian: '`upper` 為最近 `period` 支 K 線（包括當前）的最高價，`lower` 為最低價，`middle` 為兩者的平均值。',
  sar: '止蝕價向趨勢極值靠攏：SAR = SAR′ + 速度 ×（極值 − SAR′）。每出現新極值，速度增加 `step`，最大為 `max`；止蝕價不會進入最近兩支 K 線的區間，被觸及時趨勢反轉。',
  supertrend:
    '（最高 + 最低）/ 2 ± `multiplier` 倍 `period` 週期平均真實波幅。在收市價突破之前，軌道只向價格靠攏：上升趨勢中 `up` 為下軌，下降趨勢中 `down` 為上軌。',
  macd: '`macd` 為 `fast` 週期與 `slow` 週期收市價指數平均之差；`signal` 為 `macd` 的 `signal` 週期指數平均；`histogram` = `macd` − `signal`，不乘以 2。',
  rsi: '100 − 100 /（1 + 平均升幅 / 平均跌幅），按收市價變動計算，採用 `period` 週期的 Wilder 平均；沒有下跌時為 100。',
  kdj: 'RSV =（收市 − 最低價）/（最高價 − 最低價）× 100，取最近 `period` 支 K 線，沒有波動時為 50。`k` = ((k − 1) × K′ + RSV) / k，`d` = ((d − 1) × D′ + K) / d，初值均為 50；`j` = 3 × K − 2 × D。',
  adx: '`pdi` 與 `mdi` 為上升與下降動向佔真實波幅的百分比，採用 `period` 週期的 Wilder 平均；`adx` 為 |pdi − mdi| / (pdi + mdi) × 100 的 Wilder 平均。',
  cci: '`period` 週期內（典型價 − 其平均值）/（0.015 × 平均絕對偏差）；沒有波動時為 0。',
  wr: '`period` 週期內（收市 − 最高價）/（最高價 − 最低價）× 100：最高價處為 0，最低價處為 −100。',
  roc: '（收市價 − `period` 支之前的收市價）/ `period` 支之前的收市價 × 100。',
  mtm: '收市價減去 `period` 支之前的收市價。',
  trix: '對收市價連續做三次 `period` 週期指數平均，取第三次平均在相鄰兩支之間變動的百分比。',
  ao: '`fast` 週期與 `slow` 週期（最高 + 最低）/ 2 的平均值之差。',
  atr: '真實波幅的 `period` 週期 Wilder 平均；真實波幅取最高 − 最低、|最高 − 前收市|、|最低 − 前收市| 之中的最大值。',
  stddev: '最近 `period` 個收市價的總體標準差。',
  obv: '由最早一支 K 線起累計成交量：收市上升則加，下跌則減。',
  mfi: '100 − 100 /（1 + 流入 / 流出），流入與流出為最近 `period` 次變動中典型價上升與下跌時的典型價 × 成交量之和；沒有下跌時為 100。',
  cmf: '最近 `period` 支 K 線的 Σ（（（收市 − 最低）−（最高 − 收市））/（最高 − 最低）× 成交量）/ Σ 成交量。',
  psy: '最近 `period` 個收市價之中高於前收市的佔比（百分比）。',
  bias: '（收市價 − 最近 `period` 個收市價的平均值）/ 該平均值 × 100。',
}

export default formulas
