import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { starterInstruments } from '#src/market/catalogue/starter.ts'
import { simulatedCompany, simulatedDividends, simulatedFundamentals } from '#src/market/companies/company-simulated.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { replaceFactors } from '#src/market/history/factors.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { ensureInstrument, findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-11-27T15:00:00Z')
let ctx: TestPlatform
let rest: TestRest
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const get = async (call: string, query: string) =>
  (await rest.get(`/stock/${call}?region=US&${query}`, { token })).json()

async function withDays(code: string): Promise<Instrument> {
  const instrument = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!instrument) throw new Error(code)
  const today = now - (now % dayMs)
  const price = instrument.startPrice ?? 1
  const days = Array.from({ length: 720 }, (_, back) => today - back * dayMs)
  await recordBars(
    ctx,
    days.map((time) => ({
      ...{ open: price, high: price, low: price, close: price, volume: 1, turnover: 0, source: 'simulated' as const },
      ...{ instrumentId: instrument.id, interval: '1d' as const, time },
    })),
  )
  return instrument
}

test('the bars of a simulated stock are adjusted by the factors of its simulated dividends', async () => {
  const payer = starterInstruments(now).find(
    ({ class: name, region, code }) => name === 'stock' && region === 'US' && code !== 'AAPL' && paysDividends(code),
  )
  const { code, startPrice } = await withDays(payer?.code ?? '')
  const dividends = (await get('dividend', `code=${code}`)).data as { content: { d: number; a: number }[] }
  const factors = (await get('factors', `code=${code}`)).data as {
    content: { d: number; pf: number; source: string }[]
  }
  expect(dividends.content.length).toBe(8)
  expect(factors.content.map(({ source }) => source)).toEqual(Array(factors.content.length).fill('simulated'))
  expect(factors.content.length).toBeGreaterThan(5)
  const closes = async (adjust: string) =>
    ((await get('kline', `code=${code}&interval=1d&limit=700&adjust=${adjust}`)).data as { c: number }[]).map(
      ({ c }) => c,
    )
  const [raw, all] = [await closes('none'), await closes('all')]
  expect(raw[0]).toBe(startPrice)
  expect((all[0] ?? 0) / (raw[0] ?? 1)).toBeCloseTo(factors.content.at(-1)?.pf ?? 0, 2)
  expect(all.at(-1)).toBe(raw.at(-1))
})

function paysDividends(code: string): boolean {
  const found = starters().find((instrument) => instrument.code === code)
  return found !== undefined && simulatedDividends(found, now).length > 0
}

function starters(): Instrument[] {
  return starterInstruments(now)
    .filter(({ class: name, region }) => name === 'stock' && region === 'US')
    .map(({ name, priceStep, startPrice, lot = 1, liquidity = 0, ...listing }) => ({
      ...{
        ...listing,
        id: 1,
        names: { en: name, cn: '', hk: '' },
        currency: 'USD',
        isin: '',
        sector: '',
        industry: '',
      },
      ...{ priceStep: Number(priceStep), lot, startPrice: startPrice ?? null, liquidity, state: 'listed', home: true },
      ...{ root: null, expiresOn: null, source: 'catalogue' },
    }))
}

test('every simulated company earns more than it pays out, has a plausible price-earnings ratio, and has staff', () => {
  const odd = starters().filter((instrument) => {
    const { employees, dividendYield, shares } = simulatedCompany(instrument)
    const quarters = simulatedFundamentals(instrument, now).filter(({ period }) => period === 'quarter')
    const earned = quarters.slice(0, 4).reduce((sum, { eps }) => sum + Number(eps), 0)
    const paid = simulatedDividends(instrument, now)
      .slice(0, 4)
      .reduce((sum, { a }) => sum + a, 0)
    const price = instrument.startPrice ?? 0
    const ratio = price / earned
    const yieldOf = (paid / price) * 100
    return (
      paid >= earned ||
      ratio < 10 ||
      ratio > 36 ||
      Math.abs(yieldOf - (dividendYield ?? 0)) > 0.2 ||
      (employees ?? 0) < 50 ||
      (employees ?? 0) > 1_500_000 ||
      (shares ?? 0) * price < 9e8
    )
  })
  expect(odd.map(({ code }) => code)).toEqual([])
})

test('a simulated stock has a complete profile, and a stock with a real source has no invented profile', async () => {
  await withDays('MSFT')
  const simulated = await get('info', 'code=MSFT')
  expect(simulated.source).toBe('simulated')
  expect(Object.values(simulated.data).filter((value) => value === '' || value === null)).toEqual([])
  const microsoft = await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' })
  const created = await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'ZAIG' })
  await noteFed(
    ctx,
    [microsoft, created].flatMap((one) => one ?? []),
  )
  for (const code of ['MSFT', 'ZAIG']) {
    expect(await get('info', `code=${code}`)).toMatchObject({
      reason: 'no_data',
      data: { bd: '', employees: null, pet: null },
    })
    for (const call of ['dividend', 'factors', 'fundamentals'])
      expect((await get(call, `code=${code}`)).data, call).toMatchObject({ content: [], totalElements: 0 })
  }
})

test('an adjustment factor dated far in the future is not returned', async () => {
  const instrument = await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'ZFACT' })
  const factor = (day: string, price: number) => ({ date: Date.parse(day), price, split: 1, reference: 10 })
  await replaceFactors(ctx, instrument.id, [factor('2020-01-02', 0.9), factor('2050-12-31', 1)])
  const { content, totalElements } = (await get('factors', 'code=ZFACT')).data as {
    content: { d: number }[]
    totalElements: number
  }
  expect([content.map(({ d }) => d), totalElements]).toEqual([[Date.parse('2020-01-02')], 1])
})
