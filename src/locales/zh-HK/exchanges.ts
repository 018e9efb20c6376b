/** Codes that the market uses as names (CME, COMEX, NSE) are absent. */
// biome-ignore format: a table
const exchanges: Readonly<Record<string, string>> = {
  NASDAQ: '納斯達克', NYSE: '紐交所', DJI: '標普道瓊斯指數', TSX: '多倫多交易所', NEO: 'Cboe 加拿大',
  BMV: '墨西哥交易所', BMFBOVESPA: '巴西交易所', HKEX: '港交所', HKFE: '香港期交所', SSE: '上交所',
  SZSE: '深交所', SHFE: '上期所', CFFEX: '中金所', TWSE: '台灣證交所', SGX: '新交所',
  TSE: '東京交易所', OSE: '大阪交易所', SET: '泰國交易所', PSE: '菲律賓交易所', HOSE: '胡志明市交易所',
  KRX: '韓國交易所', MYX: '馬來西亞交易所', IDX: '印尼交易所', ASX: '澳交所', NZX: '新西蘭交易所',
  TADAWUL: '沙特交易所', LSE: '倫交所', XETR: '德國 Xetra', ATHEX: '雅典交易所', MIL: '意大利交易所',
  EURONEXTPAR: '泛歐交易所（巴黎）', EURONEXTAMS: '泛歐交易所（阿姆斯特丹）', EURONEXTBRU: '泛歐交易所（布魯塞爾）', EURONEXTLIS: '泛歐交易所（里斯本）', GPW: '華沙交易所',
  STO: '斯德哥爾摩交易所', NGM: '北歐成長市場', SIX: '瑞士交易所', HEX: '赫爾辛基交易所', BME: '西班牙交易所',
  BIST: '伊斯坦堡交易所', MOEX: '莫斯科交易所', BINANCE: '幣安', CCC: '綜合報價', FX: '外匯市場',
}

export default exchanges
