import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { countIfDue } from '../coverage/coverage.ts'
import { sourceFigures } from '../sources/source-figures.ts'

let ctx: TestPlatform
let site: SiteApi
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-23T15:00:00Z' })
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
})
afterAll(() => ctx[Symbol.asyncDispose]())

const read = async (path: string) =>
  (await site.send(`/api/operator/${path}`, { headers: { authorization: `Bearer ${data.token}` } })).data

test('a data source is live while it publishes, silent if it has no events while its market is open, and closed otherwise', async () => {
  const now = ctx.clock.now()
  expect(await read('sources')).toMatchObject({ isReported: false, sources: [] })
  const seen = (at: number, rate: number) => ({ at, rate, lagMs: 40 })
  await writeFigures(ctx, 'a gateway', {
    ...{ 'market:stock$US': now - 600_000, 'market:stock$JP': now - 600_000, 'market:crypto$': now },
    ...sourceFigures('simulated$stock', seen(now - 600_000, 0)),
    ...sourceFigures('exchange$crypto', seen(now - 1_000, 4)),
    ...sourceFigures('simulated$forex', seen(now - 600_000, 0)),
  })
  await writeFigures(ctx, 'a late gateway', sourceFigures('exchange$crypto', seen(now - 9_000, 1)))
  await sql`insert into tape_gaps (channel, after_place, to_place, noticed_at) values
    ('crypto', '1-1', '1-9', ${new Date(now - 3_600_000)}), ('crypto', '1-1', '1-9', ${new Date(now - 90_000_000)})`.execute(
    ctx.postgres.db,
  )
  const { sources, recordings } = await read('sources')
  expect(sources).toEqual([
    { source: 'simulated', class: 'stock', rank: 5, state: 'silent', ...seen(now - 600_000, 0) },
    { source: 'simulated', class: 'forex', rank: 5, state: 'closed', ...seen(now - 600_000, 0) },
    { source: 'exchange', class: 'crypto', rank: 2, state: 'live', ...seen(now - 1_000, 4) },
  ])
  expect(recordings).toContainEqual(
    expect.objectContaining({ class: 'crypto', gaps: 1, newestGapAt: now - 3_600_000, behindMs: null }),
  )
})

test('the stored bars of a class are counted by interval, and counted again after half an hour, but not after twenty seconds', async () => {
  const lines = ['time,open,high,low,close,volume', '2025-01-02,1,2,1,2,5', '2025-01-03,2,3,2,3,5']
  const path = join(ctx.settings.dataDir, 'stock-us-COVER-1d.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  await tapewire(ctx, 'import', 'bars', path)
  await countIfDue(ctx)
  const day = { kind: '1d', instruments: 1, rows: 2, first: Date.UTC(2025, 0, 2), last: Date.UTC(2025, 0, 3) }
  const coverageOf = async () => {
    const { places, counted } = await read('coverage')
    const held = places.find(({ kinds }: { kinds: unknown[] }) => kinds.length > 0)
    expect(held.recent.find(({ interval }: { interval: string }) => interval === '1d')).toMatchObject({
      present: 0,
      expected: 30,
    })
    return { ...held, at: counted.at }
  }
  const counted = await coverageOf()
  expect(counted).toMatchObject({ class: 'stock', kinds: [day], at: ctx.clock.now() })
  expect(counted.instruments).toBeGreaterThan(0)
  expect(await tapewire(ctx, 'coverage', 'list')).toContain('1d  2025-01-02 to 2025-01-03  2 rows  1 of')
  expect(await tapewire(ctx, 'coverage', 'list')).toContain('0 % of 30 trading days')
  await ctx.clock.advance(20_000)
  await countIfDue(ctx)
  expect((await coverageOf()).at).toBe(counted.at)
  await ctx.clock.advance(1_800_000)
  await countIfDue(ctx)
  expect((await coverageOf()).at).toBe(ctx.clock.now())
})

test('the list of imports shows the origin of each import: the command line, a person, or unknown', async () => {
  await sql`insert into imports (kind, file, state, started_at, begun_by) values
    ('bars', 'by-a-person.csv', 'done', now(), ${data.actor.accountId}), ('bars', 'by-nobody.csv', 'done', now(), null)`.execute(
    ctx.postgres.db,
  )
  const { imports } = await read('imports')
  const by = new Map(imports.map((one: { file: string; by: string | null }) => [one.file, one.by]))
  expect(Object.fromEntries(by)).toEqual({
    'stock-us-COVER-1d.csv': 'cli',
    'by-a-person.csv': 'data@example.com',
    'by-nobody.csv': null,
  })
})
