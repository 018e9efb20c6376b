/** Codes that the market uses as names (CME, COMEX, NSE) are absent. */
// biome-ignore format: a table
const exchanges: Readonly<Record<string, string>> = {
  NASDAQ: '纳斯达克', NYSE: '纽交所', DJI: '标普道琼斯指数', TSX: '多伦多交易所', NEO: 'Cboe 加拿大',
  BMV: '墨西哥交易所', BMFBOVESPA: '巴西交易所', HKEX: '港交所', HKFE: '香港期交所', SSE: '上交所',
  SZSE: '深交所', SHFE: '上期所', CFFEX: '中金所', TWSE: '台湾证交所', SGX: '新交所',
  TSE: '东京交易所', OSE: '大阪交易所', SET: '泰国交易所', PSE: '菲律宾交易所', HOSE: '胡志明市交易所',
  KRX: '韩国交易所', MYX: '马来西亚交易所', IDX: '印尼交易所', ASX: '澳交所', NZX: '新西兰交易所',
  TADAWUL: '沙特交易所', LSE: '伦交所', XETR: '德国 Xetra', ATHEX: '雅典交易所', MIL: '意大利交易所',
  EURONEXTPAR: '泛欧交易所（巴黎）', EURONEXTAMS: '泛欧交易所（阿姆斯特丹）', EURONEXTBRU: '泛欧交易所（布鲁塞尔）', EURONEXTLIS: '泛欧交易所（里斯本）', GPW: '华沙交易所',
  STO: '斯德哥尔摩交易所', NGM: '北欧成长市场', SIX: '瑞士交易所', HEX: '赫尔辛基交易所', BME: '西班牙交易所',
  BIST: '伊斯坦布尔交易所', MOEX: '莫斯科交易所', BINANCE: '币安', CCC: '综合报价', FX: '外汇市场',
}

export default exchanges
