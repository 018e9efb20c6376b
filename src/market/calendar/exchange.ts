import { type ChangedDay, type Span, toSpans } from './changed-day.ts'
import { type EarlierHours, earlierHoursOf } from './earlier-hours.ts'

/**
 * How time is divided into trading dates. `local`: the exchange's own calendar day; `utc`: the UTC date (crypto,
 * currencies); `evening`: the day begins `shiftHours` before local midnight (CME: 17:00 on the day before).
 */
export type DayRule = { kind: 'local' } | { kind: 'utc' } | { kind: 'evening'; shiftHours: number }

export type Exchange = {
  code: string
  name: string
  country: string
  timeZone: string
  regular: readonly Span[]
  pre: Span | null
  after: Span | null
  /** The regular hours of earlier years, oldest first. */
  earlier: readonly EarlierHours[]
  day: DayRule
  /**
   * The day to which the times in `regular` refer. It differs from `day` only for currencies and metals, whose sessions
   * open in New York's evening but whose dates are UTC.
   */
  hours: DayRule
  /** The weekdays with trading, 0 = Sunday. For `evening` hours they are weekdays of the trading date. */
  weekdays: readonly number[]
  /** The name of the exchange's list in `holidays/lists`; null: its holidays are unknown. */
  calendar: string | null
  /** Days that the operator changed, by 00:00 UTC in ms. They override the holiday list. */
  changed: ReadonlyMap<number, ChangedDay>
}

const workweek = [1, 2, 3, 4, 5]
const none: ReadonlyMap<number, ChangedDay> = new Map()

type Row = [code: string, name: string, country: string, timeZone: string, regular: string, calendar?: string]

/** Regular hours in local time, as published by the exchanges. A gap between two sessions is a lunch break. */
// biome-ignore format: a table
const rows: readonly Row[] = [
  ['AMEX', 'NYSE American', 'US', 'America/New_York', '0930-1600', 'us'],
  ['NASDAQ', 'Nasdaq Stock Market', 'US', 'America/New_York', '0930-1600', 'us'],
  ['NYSE', 'New York Stock Exchange', 'US', 'America/New_York', '0930-1600', 'us'],
  ['NYSEARCA', 'NYSE Arca', 'US', 'America/New_York', '0930-1600', 'us'],
  ['CBOE', 'Cboe Global Indices', 'US', 'America/New_York', '0930-1600', 'us'],
  ['DJI', 'S&P Dow Jones Indices', 'US', 'America/New_York', '0930-1600', 'us'],
  ['SNP', 'S&P Indices', 'US', 'America/New_York', '0930-1600', 'us'],
  ['TSX', 'Toronto Stock Exchange', 'CA', 'America/Toronto', '0930-1600', 'ca'],
  ['TSXV', 'TSX Venture Exchange', 'CA', 'America/Toronto', '0930-1600', 'ca'],
  ['NEO', 'Cboe Canada', 'CA', 'America/Toronto', '0930-1600', 'ca'],
  ['BMV', 'Bolsa Mexicana de Valores', 'MX', 'America/Mexico_City', '0830-1500', 'mx'],
  ['BIVA', 'Bolsa Institucional de Valores', 'MX', 'America/Mexico_City', '0830-1500', 'mx'],
  // B3 closes with New York, at 17:00 or 18:00 in Brazil. The later time is used, because the earlier time would lose
  // trades.
  ['BMFBOVESPA', 'B3', 'BR', 'America/Sao_Paulo', '1000-1800', 'br'],
  ['HKEX', 'Hong Kong Exchanges and Clearing', 'HK', 'Asia/Hong_Kong', '0930-1200,1300-1600', 'hk'],
  ['SSE', 'Shanghai Stock Exchange', 'CN', 'Asia/Shanghai', '0930-1130,1300-1500', 'cn'],
  ['SZSE', 'Shenzhen Stock Exchange', 'CN', 'Asia/Shanghai', '0930-1130,1300-1500', 'cn'],
  ['TWSE', 'Taiwan Stock Exchange', 'TW', 'Asia/Taipei', '0900-1330', 'tw'],
  ['TPEX', 'Taipei Exchange', 'TW', 'Asia/Taipei', '0900-1330', 'tw'],
  ['NSE', 'National Stock Exchange of India', 'IN', 'Asia/Kolkata', '0915-1530', 'in'],
  ['BSE', 'BSE Limited', 'IN', 'Asia/Kolkata', '0915-1530', 'in'],
  ['SGX', 'Singapore Exchange', 'SG', 'Asia/Singapore', '0900-1200,1300-1700', 'sg'],
  ['TSE', 'Tokyo Stock Exchange', 'JP', 'Asia/Tokyo', '0900-1130,1230-1530', 'jp'],
  ['OSE', 'Osaka Exchange', 'JP', 'Asia/Tokyo', '0900-1130,1230-1530', 'jp'],
  ['SET', 'Stock Exchange of Thailand', 'TH', 'Asia/Bangkok', '1000-1230,1400-1630', 'th'],
  ['TFEX', 'Thailand Futures Exchange', 'TH', 'Asia/Bangkok', '0945-1230,1345-1655', 'th'],
  ['PSE', 'Philippine Stock Exchange', 'PH', 'Asia/Manila', '0930-1200,1300-1500', 'ph'],
  ['HOSE', 'Ho Chi Minh Stock Exchange', 'VN', 'Asia/Ho_Chi_Minh', '0900-1130,1300-1445'],
  ['KRX', 'Korea Exchange', 'KR', 'Asia/Seoul', '0900-1530', 'kr'],
  ['KOSDAQ', 'KOSDAQ', 'KR', 'Asia/Seoul', '0900-1530', 'kr'],
  ['MYX', 'Bursa Malaysia', 'MY', 'Asia/Kuala_Lumpur', '0900-1230,1430-1700', 'my'],
  ['IDX', 'Indonesia Stock Exchange', 'ID', 'Asia/Jakarta', '0900-1200,1330-1600', 'id'],
  ['ASX', 'Australian Securities Exchange', 'AU', 'Australia/Sydney', '1000-1600', 'au'],
  ['NZX', "New Zealand's Exchange", 'NZ', 'Pacific/Auckland', '1000-1645', 'nz'],
  ['TADAWUL', 'Saudi Exchange', 'SA', 'Asia/Riyadh', '1000-1500', 'sa'],
  ['LSE', 'London Stock Exchange', 'GB', 'Europe/London', '0800-1630', 'gb'],
  ['LSIN', 'London Stock Exchange International', 'GB', 'Europe/London', '0800-1630', 'gb'],
  ['LME', 'London Metal Exchange', 'GB', 'Europe/London', '0100-1900'],
  ['XETR', 'Xetra', 'DE', 'Europe/Berlin', '0900-1730', 'xetra'],
  ['FWB', 'Frankfurt Stock Exchange', 'DE', 'Europe/Berlin', '0800-2200', 'xetra'],
  ['LS', 'Lang & Schwarz', 'DE', 'Europe/Berlin', '0730-2300'],
  ['EURONEXTPAR', 'Euronext Paris', 'FR', 'Europe/Paris', '0900-1730', 'euronext'],
  ['EURONEXTAMS', 'Euronext Amsterdam', 'NL', 'Europe/Amsterdam', '0900-1730', 'amsterdam'],
  ['EURONEXTBRU', 'Euronext Brussels', 'BE', 'Europe/Brussels', '0900-1730', 'brussels'],
  ['EURONEXTLIS', 'Euronext Lisbon', 'PT', 'Europe/Lisbon', '0800-1630', 'lisbon'],
  ['ATHEX', 'Athens Stock Exchange', 'GR', 'Europe/Athens', '1015-1720', 'gr'],
  ['MIL', 'Borsa Italiana', 'IT', 'Europe/Rome', '0900-1730', 'it'],
  ['EUROTLX', 'EuroTLX', 'IT', 'Europe/Rome', '0900-1730', 'it'],
  ['GPW', 'Warsaw Stock Exchange', 'PL', 'Europe/Warsaw', '0900-1700', 'pl'],
  ['STO', 'Nasdaq Stockholm', 'SE', 'Europe/Stockholm', '0900-1730', 'se'],
  ['NGM', 'Nordic Growth Market', 'SE', 'Europe/Stockholm', '0900-1730', 'se'],
  ['SIX', 'SIX Swiss Exchange', 'CH', 'Europe/Zurich', '0900-1730', 'ch'],
  ['BX', 'BX Swiss', 'CH', 'Europe/Zurich', '0900-1730', 'ch'],
  ['HEX', 'Nasdaq Helsinki', 'FI', 'Europe/Helsinki', '1000-1830', 'fi'],
  ['BME', 'Bolsas y Mercados Españoles', 'ES', 'Europe/Madrid', '0900-1730', 'es'],
  ['BIST', 'Borsa Istanbul', 'TR', 'Europe/Istanbul', '1000-1800', 'tr'],
  ['MOEX', 'Moscow Exchange', 'RU', 'Europe/Moscow', '1000-1840', 'ru'],
  ['SHFE', 'Shanghai Futures Exchange', 'CN', 'Asia/Shanghai', '0900-1130,1330-1500', 'cn'],
  ['CFFEX', 'China Financial Futures Exchange', 'CN', 'Asia/Shanghai', '0930-1130,1300-1500', 'cn'],
  ['HKFE', 'Hong Kong Futures Exchange', 'HK', 'Asia/Hong_Kong', '0915-1200,1300-1630', 'hk'],
]

/** A market that opens `before` hours before midnight. Globex, for example, trades from 17:00 to 16:00 in Chicago. */
function overnight(
  row: Pick<Exchange, 'code' | 'name' | 'timeZone' | 'calendar'>,
  before: number,
  close: number,
): Exchange {
  const day = { kind: 'evening', shiftHours: before } as const
  const regular = [{ open: -before * 60, close: close * 60 }]
  return {
    ...row,
    country: 'US',
    regular,
    pre: null,
    after: null,
    earlier: [],
    day,
    hours: day,
    weekdays: workweek,
    changed: none,
  }
}

const chicago = { timeZone: 'America/Chicago', calendar: 'cme' }
const newYork = { timeZone: 'America/New_York', calendar: 'nymex' }
const spot = { timeZone: 'America/New_York' }

const always: Omit<Exchange, 'code' | 'name' | 'country'> = {
  timeZone: 'UTC',
  regular: [{ open: 0, close: 1440 }],
  pre: null,
  after: null,
  earlier: [],
  day: { kind: 'utc' },
  hours: { kind: 'utc' },
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  calendar: null,
  changed: none,
}

/** The exchanges by code, with the days of the holiday lists only. `exchangesOf` adds the operator's changes. */
export const exchanges: ReadonlyMap<string, Exchange> = new Map(
  [
    ...rows.map(toExchange),
    overnight({ ...chicago, code: 'CME', name: 'Chicago Mercantile Exchange' }, 7, 16),
    overnight({ ...chicago, code: 'CBOT', name: 'Chicago Board of Trade' }, 7, 16),
    overnight({ ...newYork, code: 'NYMEX', name: 'New York Mercantile Exchange' }, 6, 17),
    overnight({ ...newYork, code: 'COMEX', name: 'COMEX' }, 6, 17),
    { ...always, code: 'CCC', name: 'Crypto composite', country: '' },
    { ...always, code: 'BINANCE', name: 'Binance', country: '' },
    // Spot currencies trade from Sunday 17:00 to Friday 17:00 in New York, metals from 18:00 with a daily break of
    // one hour.
    {
      ...overnight({ ...spot, code: 'FX', name: 'Foreign exchange', calendar: 'fx' }, 7, 17),
      country: '',
      day: always.day,
    },
    {
      ...overnight({ ...spot, code: 'METALS', name: 'Spot metals', calendar: 'metals' }, 6, 17),
      country: '',
      day: always.day,
    },
  ].map((exchange) => [exchange.code, exchange]),
)

/** Whether a pair is gold, silver, platinum or palladium. Metals are quoted like currencies but have other hours. */
export function isMetal(code: string): boolean {
  return /^X(AU|AG|PT|PD)/.test(code)
}

function toExchange([code, name, country, timeZone, regular, calendar]: Row): Exchange {
  const american = country === 'US'
  return {
    code,
    name,
    country,
    timeZone,
    regular: toSpans(regular),
    earlier: earlierHoursOf(code),
    pre: american && code !== 'CBOE' && code !== 'DJI' && code !== 'SNP' ? { open: 240, close: 570 } : null,
    after: american && code !== 'CBOE' && code !== 'DJI' && code !== 'SNP' ? { open: 960, close: 1200 } : null,
    day: { kind: 'local' },
    hours: { kind: 'local' },
    weekdays: code === 'TADAWUL' ? [0, 1, 2, 3, 4] : workweek,
    calendar: calendar ?? null,
    changed: none,
  }
}
