import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { findInstrument, findInstruments } from './instruments.ts'

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
