import { expect, test } from 'vitest'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { setChangedDays } from '#src/market/calendar/exchange-of.ts'
import { Query } from '../wire/call.ts'
import { holidays } from './holidays.ts'
import { sessionsOf } from './symbols.ts'

type Row = { c: string; r: string; d: string; t: string; z: string; v: string; exchange: string; early?: string }

const listed = { kept: new Map<string, unknown>() }

function rowsOf(query: string, ctx = listed): Row[] {
  const answer = holidays(ctx, { query: new Query(query), now: Date.parse('2026-11-28') } as Parameters<
    typeof holidays
  >[1])
  if (answer.kind !== 'rows') throw new Error('holidays are rows')
  return answer.rows as Row[]
}

test.each([
  ['HK', '2026-01-01', { r: 'Hong Kong', t: '09:30-12:00|13:00-16:00', z: 'Asia/Hong_Kong', exchange: 'HKEX' }],
  ['HK', '2026-12-24', { t: '09:30-12:00|13:00-16:00', early: '09:30-12:00', v: 'Christmas Eve' }],
  ['US', '2026-11-27', { c: 'US', r: 'United States', t: '09:30-16:00', early: '09:30-13:00', exchange: 'NASDAQ' }],
  ['XETR', '2026-12-30', { c: 'XETR', r: 'Germany', early: '09:00-14:00', exchange: 'XETR' }],
  ['SH', '2026-10-01', { c: 'SH', r: 'China', exchange: 'SSE', v: 'National Day' }],
  ['SZ', '2026-10-01', { c: 'SZ', exchange: 'SZSE' }],
  ['TW', '2026-02-17', { v: 'Lunar New Year', t: '09:00-13:30', z: 'Asia/Taipei' }],
  ['KR', '2026-09-25', { v: 'Chuseok', t: '09:00-15:30' }],
  ['BR', '2026-02-16', { v: 'Carnival', z: 'America/Sao_Paulo' }],
  ['TH', '2026-04-13', { v: 'Songkran Festival', t: '10:00-12:30|14:00-16:30' }],
  ['CME', '2026-11-26', { v: 'Thanksgiving Day', t: '17:00-16:00', early: '17:00-12:00', exchange: 'CME' }],
  ['METALS', '2026-04-03', { v: 'Good Friday', r: 'Spot metals', t: '18:00-17:00' }],
  ['XETRA', '2026-05-01', { c: 'XETRA', exchange: 'XETR', v: 'Labour Day' }],
  ['XNYS', '2001-09-11', { exchange: 'NYSE', v: 'September 11 attacks' }],
  ['HK', '2003-12-24', { v: 'Christmas Eve', early: '10:00-12:30' }],
  ['KR', '2024-01-02', { v: 'First trading day', early: '10:00-15:30' }],
  ['MX', '2010-09-17', { exchange: 'BMV' }],
  ['JP', '2026-05-06', { v: 'Constitution Memorial Day (observed)' }],
  ['IN', '2026-03-03', { v: 'Holi' }],
  ['SG', '2026-11-09', { v: 'Deepavali (observed)' }],
  ['AU', '2026-12-31', { v: "New Year's Eve", early: '10:00-14:10' }],
])('the holidays of %s contain %s with the fields %j', (market, date, row) => {
  const found = rowsOf(`code=${market}`).find(({ d }) => d === date)
  expect(found).toMatchObject({ c: market, d: date, ...row })
})

test('a holiday without trading has no early close', () => {
  expect(rowsOf('code=HK').find(({ d }) => d === '2026-01-01')).not.toHaveProperty('early')
})

test('without a code, the holidays of every market with a calendar are returned', () => {
  const rows = rowsOf('')
  const markets = [...new Set(rows.map(({ c }) => c))]
  expect(markets).toEqual(
    expect.arrayContaining(['US', 'HK', 'CN', 'JP', 'TW', 'KR', 'BR', 'TH', 'IN', 'CME', 'NYMEX']),
  )
  expect(rows.filter(({ c }) => c === 'JP')).toEqual(rowsOf('code=JP&from=2024-01-01'))
})

test('US holidays are listed from 2000 on; a list of all markets begins in the year before last, unless `from` is given', () => {
  expect(rowsOf('code=US')[0]?.d).toBe('2000-01-17')
  expect(rowsOf('').every(({ d }) => d >= '2024-01-01')).toBe(true)
  expect(rowsOf('from=2000-01-01&to=2000-12-31').filter(({ c }) => c === 'US')).toHaveLength(10)
})

test('a market without a list of holidays returns no rows, and an unknown market is refused', () => {
  expect(rowsOf('code=VN')).toEqual([])
  expect(rowsOf('code=CCC')).toEqual([])
  expect(() => rowsOf('code=XX')).toThrow('invalid_parameter')
})

/** The rule of a client that knows only the holidays: closed on a full holiday, otherwise open within the hours. */
function isOpenBy(rows: readonly Row[], date: string, minute: string): boolean {
  const today = rows.find(({ d }) => d === date)
  if (today && today.early === undefined) return false
  const hours = today?.early ?? rows[0]?.t ?? ''
  return hours.split('|').some((span) => {
    const [from = '', to = ''] = span.split('-')
    return minute >= from && minute < to
  })
}

test.each([
  ['2026-11-25', '10:00', true],
  ['2026-11-26', '10:00', false],
  ['2026-11-27', '12:59', true],
  ['2026-11-27', '13:00', false],
])('according to its holidays and hours, the US market is open on %s at %s: %s', (date, minute, open) => {
  expect(isOpenBy(rowsOf('code=US'), date, minute)).toBe(open)
})

test.each([
  ['FX', '1700-1700'],
  ['METALS', '1800-1700'],
  ['CME', '1700-1600'],
  ['TADAWUL', '1000-1500:12345'],
  ['CCC', '24x7'],
])('the trading session of the exchange %s is formatted as %s', (code, session) => {
  const exchange = exchanges.get(code)
  expect(exchange && sessionsOf(exchange)[0]?.session).toBe(session)
})

test('changed trading days of a market replace its listed holidays, and an exchange with changed days has a calendar of its own', () => {
  const ctx = { kept: new Map<string, unknown>() }
  const early = { kind: 'early', close: 660 } as const
  setChangedDays(
    ctx,
    new Map([
      ['us', [{ date: '2026-11-27', name: '', kind: 'usual' }]],
      ['NYSE', [{ date: '2026-12-22', name: 'Storm', ...early }]],
      ['HOSE', [{ date: '2026-12-25', name: 'Christmas Day', kind: 'closed' }]],
    ]),
  )
  const dates = (code: string) => rowsOf(`code=${code}`, ctx).map(({ d }) => d)
  expect(dates('US')).not.toContain('2026-11-27')
  expect(dates('US')).not.toContain('2026-12-22')
  expect(rowsOf('code=NYSE', ctx)).toContainEqual(expect.objectContaining({ d: '2026-12-22', early: '09:30-11:00' }))
  expect(dates('VN')).toEqual(['2026-12-25'])
  const markets = new Set(rowsOf('', ctx).map(({ c }) => c))
  expect([markets.has('NYSE'), markets.has('AMEX'), markets.has('VN'), markets.has('HOSE')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a list of holidays from a time within a day includes that day', () => {
  expect(rowsOf('code=US&from=2026-11-27T15:00:00Z&to=2026-11-27T16:00:00Z')).toMatchObject([{ d: '2026-11-27' }])
})
