import type { StarterGroup } from './group.ts'

/**
 * A root code means its main contract. `dated-contracts.ts` lists the contracts of the roots and defines the roll rule.
 * The `lot` of a future is its contract multiplier. Columns as in `stocks-america.ts`.
 */
// biome-ignore format: one line a group
export const futuresAndFunds: readonly StarterGroup[] = [
  {
    class: 'future', region: 'US', exchange: 'CME', currency: 'USD', step: '0.25', lot: 50, weight: 100,
    rows: `
ES|5820|E-mini S&P 500 Futures|CME标普500迷你期货|CME標普500迷你期貨|50
NQ|20400|E-mini Nasdaq-100 Futures|CME纳指100迷你期货|CME納指100迷你期貨|20`,
  },
  {
    class: 'future', region: 'US', exchange: 'CME', currency: 'USD', step: '0.00005', lot: 125000, weight: 84,
    rows: `
6E|1.087|Euro FX Futures|CME欧元期货|CME歐元期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'CBOT', currency: 'USD', step: '0.25', lot: 50, weight: 88,
    rows: `
ZC|415|Corn Futures|CBOT玉米期货|CBOT粟米期貨
ZS|990|Soybean Futures|CBOT大豆期货|CBOT大豆期貨
ZW|570|Chicago SRW Wheat Futures|CBOT小麦期货|CBOT小麥期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'CBOT', currency: 'USD', step: '1', lot: 5, weight: 90,
    rows: `
YM|42600|E-mini Dow ($5) Futures|CBOT道指迷你期货|CBOT道指迷你期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'CBOT', currency: 'USD', step: '0.015625', lot: 1000, weight: 88,
    rows: `
ZN|110.5|10-Year U.S. Treasury Note Futures|CBOT美国10年期国债期货|CBOT美國10年期國債期貨
ZB|118|U.S. Treasury Bond Futures|CBOT美国长期国债期货|CBOT美國長期國債期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'NYMEX', currency: 'USD', step: '0.01', lot: 1000, weight: 95,
    rows: `
CL|71|Crude Oil Futures|NYMEX WTI原油期货|NYMEX WTI原油期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'NYMEX', currency: 'USD', step: '0.001', lot: 10000, weight: 90,
    rows: `
NG|2.7|Henry Hub Natural Gas Futures|NYMEX天然气期货|NYMEX天然氣期貨`,
  },
  {
    class: 'future', region: 'US', exchange: 'COMEX', currency: 'USD', step: '0.1', lot: 100, weight: 94,
    rows: `
GC|2660|Gold Futures|COMEX黄金期货|COMEX期金`,
  },
  {
    class: 'future', region: 'US', exchange: 'COMEX', currency: 'USD', step: '0.0005', lot: 25000, weight: 86,
    rows: `
HG|4.35|Copper Futures|COMEX铜期货|COMEX期銅`,
  },
  {
    class: 'future', region: 'HK', exchange: 'HKFE', currency: 'HKD', step: '1', lot: 50, weight: 90,
    rows: `
HSI|20500|Hang Seng Index Futures|恒指期货|恒指期貨|50
MHI|20500|Mini-Hang Seng Index Futures|小型恒指期货|小型恒指期貨|10
HHI|7300|Hang Seng China Enterprises Index Futures|国企指数期货|國企指數期貨|50
HTI|4500|Hang Seng TECH Index Futures|恒生科技指数期货|恒生科技指數期貨|50`,
  },
  {
    class: 'future', region: 'CN', exchange: 'SHFE', currency: 'CNY', step: '1', lot: 10, weight: 88,
    rows: `
RB|3400|Steel Rebar Futures|螺纹钢|螺紋鋼|10
CU|77000|Copper Cathode Futures|沪铜|滬銅|5
AL|20700|Aluminum Futures|沪铝|滬鋁|5
AG|7800|Silver Futures|沪银|滬銀|15`,
  },
  {
    class: 'future', region: 'CN', exchange: 'SHFE', currency: 'CNY', step: '0.02', lot: 1000, weight: 89,
    rows: `
AU|620|Gold Futures|沪金|滬金`,
  },
  {
    class: 'future', region: 'CN', exchange: 'CFFEX', currency: 'CNY', step: '0.2', lot: 300, weight: 89,
    rows: `
IF|3950|CSI 300 Index Futures|沪深300股指期货|滬深300股指期貨|300
IH|2700|SSE 50 Index Futures|上证50股指期货|上證50股指期貨|300
IC|5800|CSI 500 Index Futures|中证500股指期货|中證500股指期貨|200`,
  },
  {
    class: 'fund', region: 'US', exchange: 'NYSEARCA', currency: 'USD', step: '0.01', lot: 1, weight: 100,
    rows: `
SPY|580|SPDR S&P 500 ETF Trust|标普500ETF|標普500ETF
VOO|530|Vanguard S&P 500 ETF|领航标普500ETF|領航標普500ETF
VTI|285|Vanguard Total Stock Market ETF|领航整体股市ETF|領航整體股市ETF
IVV|580|iShares Core S&P 500 ETF|安硕核心标普500ETF|安碩核心標普500ETF
IWM|220|iShares Russell 2000 ETF|安硕罗素2000ETF|安碩羅素2000ETF
EEM|45|iShares MSCI Emerging Markets ETF|安硕新兴市场ETF|安碩新興市場ETF
GLD|245|SPDR Gold Shares|SPDR黄金ETF|SPDR金ETF
DIA|425|SPDR Dow Jones Industrial Average ETF Trust|道琼斯指数ETF|道瓊斯指數ETF
XLK|230|Technology Select Sector SPDR Fund|科技行业ETF|科技行業ETF`,
  },
  {
    class: 'fund', region: 'US', exchange: 'NASDAQ', currency: 'USD', step: '0.01', lot: 1, weight: 99,
    rows: `
QQQ|495|Invesco QQQ Trust|纳指100ETF|納指100ETF
TLT|94|iShares 20+ Year Treasury Bond ETF|安硕20年以上美债ETF|安碩20年以上美債ETF`,
  },
  {
    class: 'fund', region: 'HK', exchange: 'HKEX', currency: 'HKD', step: '0.01', lot: 100, weight: 80,
    rows: `
2800|20.8|Tracker Fund of Hong Kong|盈富基金|盈富基金|500
2828|75|Hang Seng China Enterprises Index ETF|恒生中国企业|恒生中國企業|200
3033|4.4|CSOP Hang Seng TECH Index ETF|南方恒生科技|南方恒生科技|200`,
  },
  {
    class: 'fund', region: 'CN', exchange: 'SSE', currency: 'CNY', step: '0.001', lot: 100, weight: 78,
    rows: `
510300|4|Huatai-PineBridge CSI 300 ETF|沪深300ETF|滬深300ETF
510050|2.8|ChinaAMC SSE 50 ETF|上证50ETF|上證50ETF
518880|5.9|Huaan Gold ETF|黄金ETF|黃金ETF`,
  },
  {
    class: 'fund', region: 'CN', exchange: 'SZSE', currency: 'CNY', step: '0.001', lot: 100, weight: 76,
    rows: `
159915|2.2|E Fund ChiNext ETF|创业板ETF|創業板ETF`,
  },
]
