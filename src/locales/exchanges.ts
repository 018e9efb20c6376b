import type { Locale } from '#src/contract/locale.ts'

/**
 * Exchanges as Chinese readers know them, by code: 简体, 繁體. Codes that both markets use as names (CME, COMEX, NSE) are absent.
 */
// biome-ignore format: a table
const names: Readonly<Record<string, readonly [cn: string, hk: string]>> = {
  NASDAQ: ['纳斯达克', '納斯達克'], NYSE: ['纽交所', '紐交所'], DJI: ['标普道琼斯指数', '標普道瓊斯指數'],
  TSX: ['多伦多交易所', '多倫多交易所'], NEO: ['Cboe 加拿大', 'Cboe 加拿大'], BMV: ['墨西哥交易所', '墨西哥交易所'], BMFBOVESPA: ['巴西交易所', '巴西交易所'],
  HKEX: ['港交所', '港交所'], HKFE: ['香港期交所', '香港期交所'], SSE: ['上交所', '上交所'], SZSE: ['深交所', '深交所'],
  SHFE: ['上期所', '上期所'], CFFEX: ['中金所', '中金所'], TWSE: ['台湾证交所', '台灣證交所'], SGX: ['新交所', '新交所'],
  TSE: ['东京交易所', '東京交易所'], OSE: ['大阪交易所', '大阪交易所'], SET: ['泰国交易所', '泰國交易所'], PSE: ['菲律宾交易所', '菲律賓交易所'],
  HOSE: ['胡志明市交易所', '胡志明市交易所'], KRX: ['韩国交易所', '韓國交易所'], MYX: ['马来西亚交易所', '馬來西亞交易所'], IDX: ['印尼交易所', '印尼交易所'],
  ASX: ['澳交所', '澳交所'], NZX: ['新西兰交易所', '新西蘭交易所'], TADAWUL: ['沙特交易所', '沙特交易所'],
  LSE: ['伦交所', '倫交所'], XETR: ['德国 Xetra', '德國 Xetra'], ATHEX: ['雅典交易所', '雅典交易所'], MIL: ['意大利交易所', '意大利交易所'],
  EURONEXTPAR: ['泛欧交易所（巴黎）', '泛歐交易所（巴黎）'], EURONEXTAMS: ['泛欧交易所（阿姆斯特丹）', '泛歐交易所（阿姆斯特丹）'],
  EURONEXTBRU: ['泛欧交易所（布鲁塞尔）', '泛歐交易所（布魯塞爾）'], EURONEXTLIS: ['泛欧交易所（里斯本）', '泛歐交易所（里斯本）'],
  GPW: ['华沙交易所', '華沙交易所'], STO: ['斯德哥尔摩交易所', '斯德哥爾摩交易所'], NGM: ['北欧成长市场', '北歐成長市場'], SIX: ['瑞士交易所', '瑞士交易所'],
  HEX: ['赫尔辛基交易所', '赫爾辛基交易所'], BME: ['西班牙交易所', '西班牙交易所'], BIST: ['伊斯坦布尔交易所', '伊斯坦堡交易所'], MOEX: ['莫斯科交易所', '莫斯科交易所'],
  BINANCE: ['币安', '幣安'], CCC: ['综合报价', '綜合報價'], FX: ['外汇市场', '外匯市場'],
}

/** The name of an exchange in a reader's language; English readers see its code. */
export function exchangeName(code: string, locale: Locale): string {
  if (locale === 'en-US') return code
  const [cn, hk] = names[code] ?? [code, code]
  return locale === 'zh-CN' ? cn : hk
}
