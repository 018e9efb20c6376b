import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Interval, sessionChoices } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { Chance } from '#src/feed/sources/simulated/chance.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { dayOf } from '#src/market/calendar/session.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import type { Factor } from '#src/market/history/adjust.ts'
import { type BarQuery, readBars, readCoverage } from '#src/market/history/history.ts'
import { readTradeFigures } from '#src/market/history/trade-figures.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { buildMinutes } from '#src/market/ticks/tick-store.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'

/** `npm run drill -- python` runs these tests. `DRILL_PYTHON` names a Python with pandas and exchange_calendars. */
const isDrill = process.env.TAPEWIRE_DRILL_PYTHON !== undefined
const python = process.env.DRILL_PYTHON ?? 'python3'
const hasPackages = isDrill && spawnSync(python, ['-c', 'import pandas, exchange_calendars']).status === 0
if (isDrill && !hasPackages) didNotRun('the comparison with Python', `${python} lacks pandas or exchange_calendars`)

/** Exchanges whose opening and closing times are compared on each day, not only their trading days. */
const exact: Record<string, string> = {
  ...{ XNYS: 'NYSE', XTSE: 'TSX', XHKG: 'HKEX', XLON: 'LSE', XTKS: 'TSE', XSHG: 'SSE', XSTO: 'STO', XASX: 'ASX' },
}
const others: Record<string, string> = {
  ...{ BVMF: 'BMFBOVESPA', XMEX: 'BMV', XTAI: 'TWSE', XBOM: 'BSE', XSES: 'SGX', XBKK: 'SET', XPHS: 'PSE', XKRX: 'KRX' },
  ...{ XKLS: 'MYX', XIDX: 'IDX', XSAU: 'TADAWUL', XNZE: 'NZX', XETR: 'XETR', XPAR: 'EURONEXTPAR', XMIL: 'MIL' },
  ...{ XAMS: 'EURONEXTAMS', XBRU: 'EURONEXTBRU', XLIS: 'EURONEXTLIS', XWAR: 'GPW', XSWX: 'SIX', XHEL: 'HEX' },
  ...{ XMAD: 'BME', XIST: 'BIST', XMOS: 'MOEX' },
}
/**
 * Days or months with closures or late openings that exchange_calendars 4.13.2 lacks. The comments of
 * src/market/calendar/holidays/lists explain them.
 */
const known: Record<string, readonly string[]> = {
  XHKG: ['2020-08-19', '2021-06-28', '2023-09-01', '2023-09-08'],
  XTAI: ['2024-10-31'],
  XKRX: ['2026-06-03', '2026-07-17'],
  XMOS: ['2022-02-28', '2022-03-'],
}
/** Years from which exchange_calendars knows the holidays of an exchange. */
const firstYears: Record<string, number> = { XIDX: 2002, XPHS: 2002, XSAU: 2021 }

type Row = number[]
type Answers = {
  sessions: Record<string, [date: string, open: number, close: number][]>
  adjusted: Record<string, Row[]>
  traded: Record<string, Row[]>
}

let ctx: TestPlatform
let target: Instrument
beforeAll(async () => {
  if (!hasPackages) return
  ctx = await testPlatform({ clickhouse: true, now: '2027-01-01T00:00:00Z' })
  await installCatalogue(ctx)
  const found = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!found) throw new Error('AAPL is in the catalogue')
  target = found
})
afterAll(() => ctx?.[Symbol.asyncDispose]())

test.skipIf(!hasPackages)(
  'sessions, adjusted weekly and monthly bars, VWAP and trade counts equal the values that Python libraries compute',
  async () => {
    const chance = new Chance(20_261_128)
    const days = randomDays(chance)
    const factors = randomFactors(chance)
    const ticks = randomTicks(chance)
    const answers = compute({
      calendars: [...Object.keys(exact), ...Object.keys(others)],
      ticks,
      days,
      factors: factors.map(({ date, price, split }) => [date, price, split]),
    })
    expect(sessionsApart(answers)).toEqual([])
    await recordBars(
      ctx,
      days.map(([time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]) => ({
        ...{ instrumentId: target.id, interval: '1d' as const, time, open, high, low, close, volume },
        ...{ turnover: 0, source: 'import' as const },
      })),
    )
    expect(await adjustedApart(answers, factors)).toEqual([])
    expect(await tradesApart(answers, ticks)).toEqual([])
  },
  300_000,
)

function compute(input: object): Answers {
  const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'python-values.py')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

function sessionsApart({ sessions }: Answers): string[] {
  const apart: string[] = []
  let compared = 0
  for (const [mic, code] of Object.entries({ ...exact, ...others })) {
    const exchange = exchanges.get(code)
    if (!exchange || !sessions[mic]) apart.push(`${mic}: no exchange ${code}, or no calendar in Python`)
    const theirs = new Map(sessions[mic]?.map(([date, ...hours]) => [date, hours]))
    for (let day = Date.UTC(firstYears[mic] ?? 2000, 0, 1); day < Date.UTC(2027, 0, 1); day += dayMs) {
      const date = new Date(day).toISOString().slice(0, 10)
      if (!exchange || known[mic]?.some((begin) => date.startsWith(begin))) continue
      const regular = dayOf(exchange, day)?.regular ?? []
      const ours = regular.length === 0 ? null : [regular[0]?.open, regular.at(-1)?.close]
      const expected = theirs.get(date) ?? null
      const isSame = mic in exact ? String(ours) === String(expected) : (ours === null) === (expected === null)
      compared += 1
      if (!isSame) apart.push(`${mic} ${date}: ${ours}, not ${expected}`)
    }
  }
  console.info(`${compared} days of ${Object.keys({ ...exact, ...others }).length} exchanges compared`)
  return apart
}

async function adjustedApart({ adjusted }: Answers, factors: readonly Factor[]): Promise<string[]> {
  const apart: string[] = []
  for (const [interval, rows] of Object.entries(adjusted) as [Interval, Row[]][]) {
    const query = { instrument: target, interval, limit: 5_000, order: 'oldest', adjust: 'all', factors } as const
    const bars = await readBars(ctx, query)
    const ours = bars.map(({ time, open, high, low, close, volume }) => [time, open, high, low, close, volume])
    apart.push(...differences(interval, ours, rows))
  }
  return apart
}

async function tradesApart({ traded }: Answers, ticks: readonly Row[]): Promise<string[]> {
  const rows = ticks.map(([time = 0, price = 0, volume = 0], seq) => ({ time, price, volume, seq }))
  await recordTicks(
    ctx,
    rows.map((row) => ({ ...row, instrumentId: target.id, side: 0, bid: 0, ask: 0, source: 'import' })),
  )
  await buildMinutes(ctx, target.id, 0, Date.UTC(2027, 0, 1))
  const coverage = await readCoverage(ctx, target.id)
  const apart: string[] = []
  for (const interval of ['1m', '1h', '1d', '1w'] as const) {
    for (const session of sessionChoices) {
      const from = Date.UTC(2023, 10, 20)
      const query: BarQuery = { instrument: target, interval, session, from, limit: 50_000, order: 'oldest' }
      const figures = await readTradeFigures(ctx, { ...query, coverage }, await readBars(ctx, query))
      const ours = [...figures].map(([time, { trades, vwap }]) => [time, trades, vwap ?? 0])
      apart.push(...differences(`${interval} ${session}`, ours, traded[`${interval} ${session}`] ?? []))
    }
  }
  return apart
}

function differences(name: string, ours: readonly Row[], theirs: readonly Row[]): string[] {
  console.info(`${name}: ${theirs.length} rows compared`)
  if (ours.length !== theirs.length || ours.length === 0) return [`${name}: ${ours.length} rows, not ${theirs.length}`]
  return ours.flatMap((row, at) => {
    const other = theirs[at] ?? []
    const isNear = row.every((value, cell) => Math.abs(value - (other[cell] ?? Number.NaN)) <= 1e-9 * Math.abs(value))
    return isNear ? [] : [`${name} at ${at}: ${row}, not ${other}`]
  })
}

function randomDays(chance: Chance): Row[] {
  const days: Row[] = []
  for (let day = Date.UTC(2000, 0, 3); day < Date.UTC(2020, 0, 1); day += dayMs) {
    if (dayOf(exchangeNamed('NYSE'), day) === null || chance.next() < 0.02) continue
    const [open, close] = [50 + chance.next() * 100, 50 + chance.next() * 100]
    const high = Math.max(open, close) + chance.next()
    days.push([day, open, high, Math.min(open, close) - chance.next(), close, Math.floor(chance.next() * 1e7)])
  }
  return days
}

/** Steps of about two years; later dates have greater factors, as after splits and dividends. */
function randomFactors(chance: Chance): Factor[] {
  const factors: Factor[] = []
  let [price, split] = [1, 1]
  for (
    let date = Date.UTC(2019, 5, 3);
    date > Date.UTC(2001, 0, 1);
    date -= Math.floor(300 + chance.next() * 700) * dayMs
  ) {
    price *= 1 - chance.next() * 0.03
    if (chance.next() < 0.4) split /= 2
    factors.unshift({ date, price, split, reference: 100 })
  }
  return factors
}

/**
 * Trades around the clock: in two weeks that each have a holiday and a half day, and in the two weeks around a change
 * of clocks.
 */
function randomTicks(chance: Chance): Row[] {
  const weeks = [Date.UTC(2023, 10, 20), Date.UTC(2024, 2, 4), Date.UTC(2024, 2, 11), Date.UTC(2024, 10, 25)]
  return weeks
    .flatMap((week) => Array.from({ length: 20_000 }, () => week + Math.floor(chance.next() * 5 * 1_440 * minuteMs)))
    .sort((a, b) => a - b)
    .filter((time) => isExchangeDay(time))
    .map((time) => [time, 10 + chance.next() * 90, 1 + Math.floor(chance.next() * 1_000)])
}

/**
 * Whether the New York exchange is open on the day of `time`. The comparison leaves out closed days: our daily bars
 * count trades in the usual hours of such a day, but the Python schedule has no hours for it.
 */
function isExchangeDay(time: number): boolean {
  const local = new Date(time).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  return dayOf(exchangeNamed('NYSE'), Date.parse(local)) !== null
}

function exchangeNamed(code: string) {
  const exchange = exchanges.get(code)
  if (!exchange) throw new Error(code)
  return exchange
}
