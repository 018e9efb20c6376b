import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { ensureInstrument, findInstrument, findInstruments } from './instruments.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

test('one query for many spellings finds the same instruments as separate queries', async () => {
  const codes = ['AAPL', 'aapl$us', '700.HK', '00700', 'BRK-B', 'NOSUCHCODE', '*', 'AAPL$HK', 'AAPL']
  const queries = codes.map((code) => ({ class: 'stock' as const, code }))
  const alone = await Promise.all(queries.map((query) => findInstrument(ctx, query)))
  let queryCount = 0
  const db = new Proxy(ctx.postgres.db, {
    get(target, name) {
      if (name === 'getExecutor') queryCount += 1
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const found = await findInstruments({ ...ctx, postgres: { ...ctx.postgres, db } }, queries)
  expect(found.map((one) => one?.id)).toEqual(alone.map((one) => one?.id))
  expect(found.map((one) => one !== null)).toEqual([true, true, true, true, true, false, false, false, true])
  expect(queryCount).toBe(1)
})

test('an instrument created by its name has a price step that fits the prices of its class', async () => {
  const stepOf = async (assetClass: 'crypto' | 'forex' | 'stock', region: string, code: string) =>
    (await ensureInstrument(ctx, { class: assetClass, region, code })).priceStep
  expect(await stepOf('crypto', 'BA', 'NEWCOINUSD')).toBe(0.00000001)
  expect(await stepOf('forex', 'GB', 'NOKTRY')).toBe(0.00001)
  expect(await stepOf('forex', 'GB', 'NOKJPY')).toBe(0.001)
  expect(await stepOf('stock', 'US', 'ZNEW')).toBe(0.01)
})
