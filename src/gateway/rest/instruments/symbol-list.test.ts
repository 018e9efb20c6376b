import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instrumentsChannel, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

let ctx: TestPlatform
let rest: TestRest
let token = ''
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform({ clickhouse: true }))
  const of = (code: string, exchange: string, liquidity: number) => {
    return { class: 'stock' as const, region: 'US', exchange, code, name: `Zeta ${code}`, liquidity }
  }
  const listed = Array.from({ length: 600 }, (_, at) => of(`ZETA${at}`, 'NYSE', 5))
  await upsertInstruments(ctx, [...listed, of('ZETAX', 'AMEX', 0), of('ZETAY', 'AMEX', 0)], 'list')
  await sql`update instruments set state = 'delisted' where code = 'ZETAY'`.execute(ctx.postgres.db)
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, instrumentsChannel, null))
  rest = opened.use(await testRest(ctx))
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
})
afterAll(() => opened.disposeAsync())

test('a search of the symbol list for delisted instruments finds a match even if many listed matches rank higher', async () => {
  const codes = async (query: string) =>
    ((await rest.get(`/symbol/list?code=zeta&${query}`, { token })).json().data as { c: string }[]).map(({ c }) => c)
  expect(await codes('delisted=only')).toEqual(['ZETAY'])
  const without = await codes('delisted=without')
  expect([without.length, without.includes('ZETAY')]).toEqual([100, false])
  expect(await codes('limit=3')).toHaveLength(3)
})

test('a UDF search for one exchange returns the matches of that exchange, even if many matches of other exchanges rank higher', async () => {
  const { text } = await rest.get('/udf/search?query=zeta&exchange=amex&limit=30', { token })
  expect((JSON.parse(text) as { symbol: string }[]).map(({ symbol }) => symbol)).toEqual(['ZETAX', 'ZETAY'])
})
