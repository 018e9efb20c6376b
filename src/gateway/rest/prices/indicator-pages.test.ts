import { afterAll, beforeAll, expect, test } from 'vitest'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { dayMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { Directory } from '../instruments/directory.ts'
import { indicatorRows } from './indicator.ts'
import { klineBars } from './kline.ts'
import { Windows } from './windows.ts'

type Row = Record<string, number | null>

const days = 1_500
const now = Date.parse('2026-01-05T15:00:00Z')
const lastDay = Date.parse('2026-01-04T00:00:00Z')
let ctx: TestPlatform
let rest: TestRest
let bitcoin: Instrument

function closeOf(day: number): number {
  return 100 + 20 * Math.sin(day / 17) + 5 * Math.sin(day * 1.7) + (day % 40 > 36 ? 3 : 0)
}

function balanceAt(time: number): number {
  let balance = 0
  for (let day = 1; day <= days - 1 - (lastDay - time) / dayMs; day += 1)
    balance += Math.sign(closeOf(day) - closeOf(day - 1)) * (1_000 + ((day * 7_919) % 997))
  return balance
}

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  const found = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  if (!found) throw new Error('BTCUSD is in the catalogue')
  bitcoin = found
  const bars = Array.from({ length: days }, (_, day) => {
    const close = closeOf(day)
    const open = closeOf(day - 1)
    return {
      time: lastDay - (days - 1 - day) * dayMs,
      open,
      high: Math.max(open, close) + 1 + (day % 3),
      low: Math.min(open, close) - 1 - (day % 5),
      close,
      volume: 1_000 + ((day * 7_919) % 997),
      turnover: 0,
      source: 'import' as const,
      instrumentId: bitcoin.id,
      interval: '1d' as const,
    }
  })
  await recordBars(ctx, bars)
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function fetchPage(query: string): Promise<{ data: Row[]; nextCursor?: string }> {
  await ctx.limiter.clear('rest:demo:127.0.0.1')
  const { status, json } = await rest.get(`/crypto/indicator?region=BA&code=BTCUSD&et=2026-01-04&${query}`)
  expect(status).toBe(200)
  return json() as { data: Row[]; nextCursor?: string }
}

test.each(['kType=8', 'kType=9'])('the joined pages of each indicator (%s) equal one long page', async (interval) => {
  const apart: string[] = []
  for (const name of indicatorNames) {
    const spec: IndicatorSpec = indicators[name]
    const whole = (await fetchPage(`${interval}&name=${name}&limit=60`)).data
    const newest = await fetchPage(`${interval}&name=${name}&limit=30`)
    const older = await fetchPage(`${interval}&name=${name}&limit=30&cursor=${newest.nextCursor}`)
    const pages = [...older.data, ...newest.data]
    expect(pages.map(({ t }) => t)).toEqual(whole.map(({ t }) => t))
    for (const [index, row] of whole.entries())
      for (const { name: output } of spec.outputs) {
        const [one, other] = [row[output] ?? null, pages[index]?.[output] ?? null]
        const isSame =
          one === null || other === null ? one === other : Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one))
        if (!isSame) apart.push(`${name}.${output} at ${index}: ${one} and ${other}`)
      }
  }
  expect(apart).toEqual([])
})

test('if a plan covers only a part of the history, the joined pages of on-balance volume equal one long page', async () => {
  await using directory = await Directory.open(ctx)
  const deps = { ctx, directory, windows: new Windows(ctx, rest.board, directory) }
  const entitled = { instrument: bitcoin, delayMs: 0, earliest: Date.parse('2025-12-01') }
  const readRange = async (from: string, to: string) => {
    const range = { from: Date.parse(from), to: Date.parse(to), limit: 100, order: 'oldest' } as const
    const query = { ...range, interval: '1d', adjust: 'none' } as const
    const shown = await klineBars(deps, entitled, query, now)
    return indicatorRows(deps, entitled, query, { name: 'obv', params: {} }, shown, now)
  }
  const whole = await readRange('2025-11-01', '2025-12-20')
  const pages = [...(await readRange('2025-11-01', '2025-12-09')), ...(await readRange('2025-12-10', '2025-12-20'))]
  expect(whole[0]).toEqual({ t: Date.parse('2025-12-01'), obv: balanceAt(Date.parse('2025-12-01')) })
  expect(pages).toEqual(whole)
})

test('on-balance volume is summed from the first stored bar', async () => {
  const { data } = await fetchPage('kType=8&name=obv&limit=1')
  expect(data[0]?.obv).toBe(balanceAt(lastDay))
})
