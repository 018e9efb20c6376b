import type { StarterGroup } from './group.ts'

/** Currency pairs, metals, indices and crypto. Columns as in `stocks-america.ts`. */
// biome-ignore format: one line a group
export const currenciesAndIndices: readonly StarterGroup[] = [
  {
    class: 'forex', region: 'GB', exchange: 'FX', currency: '', step: '0.00001', lot: 1000, weight: 100,
    rows: `
EURUSD|1.085|Euro / US Dollar|欧元/美元|歐元/美元
GBPUSD|1.295|British Pound / US Dollar|英镑/美元|英鎊/美元
AUDUSD|0.665|Australian Dollar / US Dollar|澳元/美元|澳元/美元
NZDUSD|0.605|New Zealand Dollar / US Dollar|纽元/美元|紐元/美元
USDCHF|0.865|US Dollar / Swiss Franc|美元/瑞郎|美元/瑞郎
USDCAD|1.385|US Dollar / Canadian Dollar|美元/加元|美元/加元
EURGBP|0.838|Euro / British Pound|欧元/英镑|歐元/英鎊
EURCHF|0.938|Euro / Swiss Franc|欧元/瑞郎|歐元/瑞郎
USDCNH|7.12|US Dollar / Offshore Chinese Yuan|美元/离岸人民币|美元/離岸人民幣
USDHKD|7.77|US Dollar / Hong Kong Dollar|美元/港元|美元/港元
USDSGD|1.32|US Dollar / Singapore Dollar|美元/新加坡元|美元/新加坡元
USDMXN|19.8|US Dollar / Mexican Peso|美元/墨西哥比索|美元/墨西哥披索`,
  },
  {
    class: 'forex', region: 'GB', exchange: 'FX', currency: 'JPY', step: '0.001', lot: 1000, weight: 98,
    rows: `
USDJPY|152|US Dollar / Japanese Yen|美元/日元|美元/日圓
EURJPY|165|Euro / Japanese Yen|欧元/日元|歐元/日圓
GBPJPY|197|British Pound / Japanese Yen|英镑/日元|英鎊/日圓
AUDJPY|101|Australian Dollar / Japanese Yen|澳元/日元|澳元/日圓`,
  },
  {
    class: 'forex', region: 'GB', exchange: 'FX', currency: 'USD', step: '0.01', lot: 1, weight: 97,
    rows: `
XAUUSD|2650|Gold Spot / US Dollar|现货黄金|現貨黃金
XPTUSD|990|Platinum Spot / US Dollar|现货铂金|現貨鉑金`,
  },
  {
    class: 'forex', region: 'GB', exchange: 'FX', currency: 'USD', step: '0.001', lot: 1, weight: 90,
    rows: `
XAGUSD|31|Silver Spot / US Dollar|现货白银|現貨白銀`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'CBOE', currency: 'USD', step: '0.01', lot: 1, weight: 100,
    rows: `
SPX|5800|S&P 500|标普500指数|標普500指數
VIX|18|CBOE Volatility Index|标普500波动率指数（VIX）|標普500波幅指數（VIX）`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'NASDAQ', currency: 'USD', step: '0.01', lot: 1, weight: 98,
    rows: `
NDX|20300|NASDAQ 100|纳斯达克100指数|納斯達克100指數
IXIC|18500|NASDAQ Composite|纳斯达克综合指数|納斯達克綜合指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'DJI', currency: 'USD', step: '0.01', lot: 1, weight: 97,
    rows: `
DJI|42500|Dow Jones Industrial Average|道琼斯工业平均指数|道瓊斯工業平均指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'HKEX', currency: 'HKD', step: '0.01', lot: 1, weight: 96,
    rows: `
HSI|20500|Hang Seng Index|恒生指数|恒生指數
HSTECH|4500|Hang Seng TECH Index|恒生科技指数|恒生科技指數
HSCEI|7300|Hang Seng China Enterprises Index|恒生中国企业指数|恒生中國企業指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'OSE', currency: 'JPY', step: '0.01', lot: 1, weight: 94,
    rows: `
N225|38500|Nikkei 225|日经225指数|日經225指數
TOPX|2680|TOPIX|东证股价指数|東證股價指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'SSE', currency: 'CNY', step: '0.01', lot: 1, weight: 93,
    rows: `
000001|3300|SSE Composite Index|上证指数|上證指數
000300|3950|CSI 300 Index|沪深300指数|滬深300指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'LSE', currency: 'GBP', step: '0.01', lot: 1, weight: 90,
    rows: `
UKX|8250|FTSE 100|富时100指数|富時100指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'XETR', currency: 'EUR', step: '0.01', lot: 1, weight: 90,
    rows: `
DAX|19400|DAX|德国DAX指数|德國DAX指數
SX5E|4930|EURO STOXX 50|欧洲斯托克50指数|歐洲斯托克50指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'EURONEXTPAR', currency: 'EUR', step: '0.01', lot: 1, weight: 88,
    rows: `
PX1|7500|CAC 40|法国CAC40指数|法國CAC40指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'KRX', currency: 'KRW', step: '0.01', lot: 1, weight: 82,
    rows: `
KS11|2590|KOSPI Composite Index|韩国综合指数|韓國綜合指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'TWSE', currency: 'TWD', step: '0.01', lot: 1, weight: 82,
    rows: `
TWII|23000|TAIEX|台湾加权指数|台灣加權指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'NSE', currency: 'INR', step: '0.05', lot: 1, weight: 82,
    rows: `
NIFTY|24400|NIFTY 50|印度NIFTY 50指数|印度NIFTY 50指數`,
  },
  {
    class: 'indices', region: 'GB', exchange: 'ASX', currency: 'AUD', step: '0.1', lot: 1, weight: 80,
    rows: `
XJO|8200|S&P/ASX 200|澳洲标普200指数|澳洲標普200指數`,
  },
  {
    class: 'crypto', region: 'BA', exchange: 'CCC', currency: 'USD', step: '0.01', lot: 0.00001, weight: 100,
    rows: `
BTCUSD|68000|Bitcoin / US Dollar|比特币/美元|比特幣/美元
ETHUSD|2600|Ethereum / US Dollar|以太坊/美元|以太幣/美元
SOLUSD|170|Solana / US Dollar|Solana/美元|Solana/美元
LTCUSD|70|Litecoin / US Dollar|莱特币/美元|萊特幣/美元
BNBUSD|590|BNB / US Dollar|币安币/美元|幣安幣/美元
BCHUSD|360|Bitcoin Cash / US Dollar|比特现金/美元|比特幣現金/美元
AVAXUSD|26|Avalanche / US Dollar|Avalanche/美元|Avalanche/美元
LINKUSD|11|Chainlink / US Dollar|Chainlink/美元|Chainlink/美元
DOTUSD|4.2|Polkadot / US Dollar|波卡/美元|波卡/美元`,
  },
  {
    class: 'crypto', region: 'BA', exchange: 'CCC', currency: 'USD', step: '0.0001', lot: 0.1, weight: 94,
    rows: `
XRPUSD|0.53|XRP / US Dollar|瑞波币/美元|瑞波幣/美元
ADAUSD|0.35|Cardano / US Dollar|艾达币/美元|艾達幣/美元
TRXUSD|0.16|TRON / US Dollar|波场/美元|波場/美元`,
  },
  {
    class: 'crypto', region: 'BA', exchange: 'CCC', currency: 'USD', step: '0.00001', lot: 1, weight: 90,
    rows: `
DOGEUSD|0.16|Dogecoin / US Dollar|狗狗币/美元|狗狗幣/美元`,
  },
  {
    class: 'crypto', region: 'BA', exchange: 'BINANCE', currency: 'USDT', step: '0.01', lot: 0.00001, weight: 96,
    rows: `
BTCUSDT|68000|Bitcoin / Tether|比特币/USDT|比特幣/USDT
ETHUSDT|2600|Ethereum / Tether|以太坊/USDT|以太幣/USDT
SOLUSDT|170|Solana / Tether|Solana/USDT|Solana/USDT`,
  },
]
