import { expect, test } from 'vitest'
import { type BarInterval, barIntervals, type Interval, intervalMs } from '#src/contract/market.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { type Exchange, exchanges } from '../calendar/exchange.ts'
import { type Bar, mergeBars } from './bar.ts'
import { barAt, barStarting, groupBars, isFinal, isInSession, widerBarsAt } from './bar-time.ts'
import { bucketSql, intradaySql, type Rows } from './bar-time-sql.ts'
import { intervalNumber, intervalOfNumber, isIntraday } from './interval.ts'

function exchange(code: string): Exchange {
  const found = exchanges.get(code)
  if (!found) throw new Error(code)
  return found
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 16)

test.each<[string, Interval, string, string, string]>([
  // The day after Thanksgiving ends at 13:00, and so does its week.
  ['NYSE', '1d', '2025-11-28T15:00Z', '2025-11-28T00:00', '2025-11-28T18:00'],
  ['NYSE', '1w', '2025-11-26T15:00Z', '2025-11-24T00:00', '2025-11-28T18:00'],
  ['NYSE', '1M', '2025-11-26T15:00Z', '2025-11-01T00:00', '2025-11-28T18:00'],
  // Good Friday: the week ends on Thursday.
  ['NYSE', '1w', '2025-04-15T15:00Z', '2025-04-14T00:00', '2025-04-17T20:00'],
  ['LSE', '1w', '2025-04-15T15:00Z', '2025-04-14T00:00', '2025-04-17T15:30'],
  // Half days on Christmas Eve and at the end of the year.
  ['LSE', '1d', '2025-12-24T09:00Z', '2025-12-24T00:00', '2025-12-24T12:30'],
  ['LSE', '1M', '2025-12-10T09:00Z', '2025-12-01T00:00', '2025-12-31T12:30'],
  ['HKEX', '1d', '2025-12-24T02:00Z', '2025-12-24T00:00', '2025-12-24T04:00'],
  ['HKEX', '1d', '2025-12-22T05:00Z', '2025-12-22T00:00', '2025-12-22T08:00'],
  // Hours of earlier years: Hong Kong closed for lunch from 12:30 to 14:30, Tokyo ended at 15:00.
  ['HKEX', '1d', '2004-12-31T05:00Z', '2004-12-31T00:00', '2004-12-31T04:30'],
  ['TSE', '1d', '2019-06-10T01:00Z', '2019-06-10T00:00', '2019-06-10T06:00'],
  ['TSE', '1M', '2025-12-10T01:00Z', '2025-12-01T00:00', '2025-12-30T06:30'],
  ['TSE', '1w', '2026-01-01T01:00Z', '2025-12-29T00:00', '2025-12-30T06:30'],
  // In UTC, the first trading day of the year begins on the evening of the day before.
  ['ASX', '1d', '2026-01-01T23:30Z', '2026-01-02T00:00', '2026-01-02T05:00'],
  ['SSE', '1w', '2026-02-11T03:00Z', '2026-02-09T00:00', '2026-02-13T07:00'],
  // Clocks change, so the close moves in UTC.
  ['NYSE', '1d', '2025-03-07T15:00Z', '2025-03-07T00:00', '2025-03-07T21:00'],
  ['NYSE', '1d', '2025-03-10T15:00Z', '2025-03-10T00:00', '2025-03-10T20:00'],
  // Chicago trades from 17:00 on the evening of the day before.
  ['CME', '1d', '2025-06-09T22:30Z', '2025-06-10T00:00', '2025-06-10T21:00'],
  ['CME', '1w', '2025-06-08T22:30Z', '2025-06-09T00:00', '2025-06-13T21:00'],
  ['CCC', '1d', '2025-06-08T23:59Z', '2025-06-08T00:00', '2025-06-09T00:00'],
  ['CCC', '1w', '2025-06-08T23:59Z', '2025-06-02T00:00', '2025-06-09T00:00'],
  ['CCC', '1M', '2024-02-29T23:59Z', '2024-02-01T00:00', '2024-03-01T00:00'],
  ['FX', '1w', '2025-06-06T12:00Z', '2025-06-02T00:00', '2025-06-09T00:00'],
  // Weeks begin on Monday before 1970, too.
  ['CCC', '1w', '1969-12-31T12:00Z', '1969-12-29T00:00', '1970-01-05T00:00'],
  // Hourly bars begin at full hours of the exchange's clock.
  ['NSE', '1h', '2025-06-10T04:00Z', '2025-06-10T03:30', '2025-06-10T04:30'],
  ['NYSE', '4h', '2025-06-10T15:00Z', '2025-06-10T12:00', '2025-06-10T16:00'],
  // New York skips 02:00 on 9 March and repeats 01:00 on 2 November.
  ['NYSE', '4h', '2025-03-09T07:30Z', '2025-03-09T05:00', '2025-03-09T08:00'],
  ['NYSE', '2h', '2025-03-09T07:30Z', '2025-03-09T07:00', '2025-03-09T08:00'],
  ['NYSE', '4h', '2025-11-02T06:30Z', '2025-11-02T04:00', '2025-11-02T09:00'],
  ['NYSE', '1h', '2025-11-02T06:30Z', '2025-11-02T06:00', '2025-11-02T07:00'],
])('on %s the %s bar that contains %s begins at %s and ends at %s', (code, interval, time, start, end) => {
  const bar = barAt(exchange(code), interval, Date.parse(time))
  expect([iso(bar.start), iso(bar.end)]).toEqual([start, end])
  expect(barStarting(exchange(code), interval, bar.start)).toEqual(bar)
  expect([bar.end - 1, bar.end].map((now) => isFinal(exchange(code), interval, bar.start, now))).toEqual([false, true])
})

test.each<[BarInterval, string, string, string]>([
  ['45m', '2026-01-06T15:10Z', '2026-01-06T14:45Z', '2026-01-06T15:30Z'],
  ['12h', '2026-01-06T15:10Z', '2026-01-06T05:00Z', '2026-01-06T17:00Z'],
  ['3h', '2025-11-02T06:30Z', '2025-11-02T04:00Z', '2025-11-02T08:00Z'],
  ['3d', '2026-01-06T15:10Z', '2026-01-04T00:00Z', '2026-01-06T21:00Z'],
  ['1Q', '2026-02-17T15:10Z', '2026-01-01T00:00Z', '2026-03-31T20:00Z'],
  ['1y', '2026-02-17T15:10Z', '2026-01-01T00:00Z', '2026-12-31T21:00Z'],
])('the %s bar of New York at %s lasts from %s to %s', (interval, time, start, end) => {
  const found = barAt(exchange('NYSE'), interval, Date.parse(time))
  expect(found).toEqual({ start: Date.parse(start), end: Date.parse(end) })
})

test.each<[string, string, boolean]>([
  ['NYSE', '2025-11-28T17:59Z', true],
  ['NYSE', '2025-11-28T18:00Z', false],
  ['NYSE', '2025-11-26T18:00Z', true],
  ['NYSE', '2025-11-26T14:29Z', false],
  ['HKEX', '2025-06-10T04:00Z', false],
  ['HKEX', '2025-06-10T05:00Z', true],
  ['HKEX', '2025-12-24T05:00Z', false],
  ['HKEX', '2005-06-10T04:15Z', true],
  ['HKEX', '2005-06-10T05:30Z', false],
  ['KRX', '2016-11-17T07:15Z', true],
  ['KRX', '2016-11-17T00:30Z', false],
  ['NYSE', '2023-11-24T18:30Z', false],
  ['CME', '2025-06-10T21:30Z', false],
  ['CCC', '2025-06-08T03:00Z', true],
])('the exchange %s is in session at %s: %s', (code, time, expected) => {
  expect(isInSession(exchange(code), Date.parse(time))).toBe(expected)
})

test('bars of an interval follow each other without a gap or an overlap, across clock changes', () => {
  const broken: string[] = []
  for (const code of ['NYSE', 'LSE', 'NZX', 'CME', 'HKEX', 'CCC']) {
    for (const interval of barIntervals.filter(isIntraday)) {
      for (const day of ['2025-03-08', '2025-03-29', '2025-09-27', '2025-10-25', '2025-11-01', '2025-12-31']) {
        let time = Date.parse(day)
        for (const last = time + 2 * intervalMs['1d']; time < last; ) {
          const bar = barAt(exchange(code), interval, time)
          const next = barAt(exchange(code), interval, bar.end)
          if (bar.start > time || bar.end <= time || next.start !== bar.end)
            broken.push(`${code} ${interval} ${iso(time)}`)
          time = bar.end
        }
      }
    }
  }
  expect(broken).toEqual([])
})

test('a minute belongs to all longer bars around it, but not to a day, week or month bar that has already ended', () => {
  const named = (time: string) => widerBarsAt(exchange('NYSE'), Date.parse(time)).map(({ interval }) => interval)
  const intraday = ['3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '3h', '4h', '6h', '8h', '12h']
  const dated = ['1d', '3d', '1w', '1M', '1Q', '1y']
  expect(named('2025-11-28T17:59Z')).toEqual([...intraday, ...dated])
  expect(named('2025-11-28T19:00Z')).toEqual([...intraday, '1Q', '1y'])
  expect(named('2025-11-26T13:00Z')).toEqual([...intraday, ...dated])
  for (const { interval, start, end } of widerBarsAt(exchange('HKEX'), Date.parse('2025-12-24T03:00Z'))) {
    expect({ start, end }).toEqual(barAt(exchange('HKEX'), interval, Date.parse('2025-12-24T03:00Z')))
  }
})

const bar = (time: string, close: number): Bar => ({
  ...{ time: Date.parse(time), open: close, high: close + 1, low: close - 1, close, volume: 0.1, turnover: 0.00001 },
  source: 'exchange',
})

test('a day bar is built from the finer bars that overlap its sessions, and a week bar from day bars', () => {
  const hours = [
    bar('2025-11-28T13:00Z', 1),
    bar('2025-11-28T14:00Z', 2),
    bar('2025-11-28T17:00Z', 3),
    bar('2025-11-28T18:00Z', 4),
  ]
  const days = groupBars(exchange('NYSE'), '1d', '1h', hours)
  expect(days).toMatchObject([{ time: Date.parse('2025-11-28'), open: 2, high: 4, low: 1, close: 3, volume: 0.2 }])
  const week = groupBars(exchange('NYSE'), '1w', '1d', [...days, bar('2025-11-24T00:00Z', 9)])
  expect(week).toMatchObject([{ time: Date.parse('2025-11-24'), open: 9, close: 3, volume: 0.3 }])
  expect(mergeBars(0, [bar('2025-11-28T13:00Z', 1)])).toMatchObject({ time: 0, turnover: 0 })
})

test.each([
  [Date.parse('2025-01-01'), 8.64e15],
  [Date.parse('2025-01-01'), Date.parse('2035-01-01')],
  [Date.parse('9000-01-01'), Date.parse('9000-02-01')],
  [Date.parse('1960-01-01'), Date.parse('1961-01-01')],
])(
  'for the long or distant range from %d to %d, the SQL uses the time zones of ClickHouse instead of our list of clock changes',
  (from, to) => {
    const sql = intradaySql(exchange('NYSE'), intervalMs['1h'], 'time', { from, to })
    expect(sql).toContain("'America/New_York'")
    expect(sql.length).toBeLessThan(500)
  },
)

test('ClickHouse groups rows into bars exactly as the TypeScript code does', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const bases: readonly Interval[] = ['1m', '5m', '1h', '4h']
  let state = 7
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const changes = [
    '2025-03-09',
    '2025-03-30',
    '2025-04-05',
    '2025-09-27',
    '2025-10-26',
    '2025-11-02',
    '2025-11-28',
    '2025-12-24',
    '2026-01-01',
  ]
  const wide = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const narrow = { from: Date.parse('2025-03-01'), to: Date.parse('2026-02-01') }
  const times = (rows: Rows): number[] =>
    Array.from({ length: 200 }, (_, at) => {
      const [first, last] = rows === wide ? [Date.parse('1971-01-01'), Date.parse('2037-01-01')] : [rows.from, rows.to]
      const from = at % 2 === 0 ? Date.parse(changes[at % changes.length] ?? '') - intervalMs['1d'] : first
      const reach = at % 2 === 0 ? 3 * intervalMs['1d'] : last - from
      return from + Math.floor((random() * reach) / 60_000) * 60_000
    })
  const rowsOf = async (columns: string, within: Rows): Promise<number[][]> => {
    const rows = `SELECT toInt64(arrayJoin([${times(within).join(',')}])) AS time, arrayJoin([${bases.map(intervalNumber).join(',')}]) AS interval`
    const text = await ctx.clickhouse.text(`SELECT ${columns} FROM (${rows})`, 'JSONCompact', {}, { maxMs: 30_000 })
    return JSON.parse(text).data.map((row: unknown[]) => row.map(Number))
  }
  // Intervals of each kind of alignment: within an hour, from midnight, over several hours.
  const intraday = ['1m', '10m', '30m', '45m', '1h', '2h', '12h'] as const
  const zones = new Map([...exchanges.values()].map((venue) => [venue.timeZone, venue]))
  for (const venue of zones.values()) {
    for (const rows of [wide, narrow]) {
      const starts = intraday.map((interval) => intradaySql(venue, intervalMs[interval], 'time', rows))
      if (rows === narrow) expect(starts.join()).not.toContain('timeZoneOffset')
      for (const [time = 0, ...found] of await rowsOf(['time', ...starts].join(', '), rows))
        expect(found, `${venue.code} at ${iso(time)}`).toEqual(
          intraday.map((interval) => barAt(venue, interval, time).start),
        )
    }
  }
  const calendars = new Map([...exchanges.values()].map((venue) => [`${venue.calendar} ${venue.timeZone}`, venue]))
  for (const venue of calendars.values()) {
    for (const rows of [wide, narrow]) {
      const { columns, keep } = bucketSql(venue, { interval: '1d', bases, rows })
      for (const [time = 0, number = 0, , bucket = 0, ...rest] of await rowsOf(
        `time, interval, ${columns}, ${keep} AS isKept`,
        rows,
      )) {
        const length = intervalMs[intervalOfNumber(number) ?? '1m']
        const name = `${venue.code} bar of ${number} at ${iso(time)}`
        expect(iso(bucket), name).toBe(iso(barAt(venue, '1d', time + length - 1).start))
        expect(rest.at(-1) === 1, name).toBe(isInSession(venue, time, length))
      }
    }
  }
}, 60_000)
