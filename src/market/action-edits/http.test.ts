import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'

let ctx: TestPlatform
let site: SiteApi
let id = 0
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
  const days = ['2025-06-05,100', '2025-06-06,100', '2025-06-09,50', '2025-06-10,50', '2025-06-11,40']
  const bars = days.map((line) => line.replace(',', ',1,1000,1,').concat(',8'))
  await imported('bars', 'stock-us-ADJ-1d.csv', ['time,open,high,low,close,volume', ...bars])
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'ADJ', region: 'US' })
  id = instrument?.id ?? 0
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function imported(kind: string, name: string, lines: string[]): Promise<void> {
  const path = join(ctx.settings.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  await tapewire(ctx, 'import', kind, path)
}

const send = (path: string, body?: object) =>
  site.send(`/api/operator/instruments/${id}/actions${path}`, {
    headers: { authorization: `Bearer ${data.token}` },
    ...(body === undefined ? {} : { body }),
  })
const listed = async () => (await send('')).data
const change = async (body: object) => send('', { version: (await listed()).version, ...body })
const closes = async () => {
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'ADJ', region: 'US' })
  if (!instrument) throw new Error('ADJ is imported')
  const factors = await readFactors(ctx, id)
  const range = { interval: '1d', limit: 9, order: 'oldest', adjust: 'all', factors } as const
  return (await readBars(ctx, { instrument, ...range })).map(({ close }) => close)
}
const raw = [100, 100, 50, 50, 40]
const split = { to: 'set', kind: 'split', exDate: '2025-06-09', newShares: '2', oldShares: '1' }
const dividend = { to: 'set', kind: 'dividend', exDate: '2025-06-11', amount: '10' }

test('an added split adjusts prices as in the preview, and the raw prices return after the added actions are removed', async () => {
  expect(await closes()).toEqual(raw)
  const preview = (await send(`/preview?${new URLSearchParams(split)}`)).data
  expect(preview).toMatchObject({ before: { price: 1, split: 1 }, after: { price: 1, split: 0.5 } })
  expect(preview.closes.at(-1)).toEqual({ time: Date.parse('2025-06-06'), raw: 100, before: 100, after: 50 })
  expect(await closes()).toEqual(raw)

  const { version } = await listed()
  expect((await send('', { version, ...split })).status).toBe(200)
  expect(await send('', { version, ...split })).toMatchObject({ error: 'changed_meanwhile' })
  expect(await closes()).toEqual([50, 50, 50, 50, 40])
  expect((await change(dividend)).status).toBe(200)
  expect(await closes()).toEqual([40, 40, 40, 40, 40])
  expect((await listed()).actions).toMatchObject([
    { kind: 'dividend', exDate: '2025-06-11', amount: '10', source: 'operator', edit: 'added' },
    { kind: 'split', exDate: '2025-06-09', newShares: '2', source: 'operator', edit: 'added' },
  ])
  expect((await change({ ...dividend, to: 'remove' })).status).toBe(200)
  expect((await change({ ...split, to: 'restore' })).status).toBe(200)
  expect(await closes()).toEqual(raw)
  expect(await listed()).toMatchObject({ actions: [] })
  expect(await readFactors(ctx, id)).toEqual([])
  expect(await audited(ctx, 'action.set')).toMatchObject([
    { actor_kind: 'staff', subject: String(id), detail: { before: null, after: { kind: 'split' } } },
    { detail: { after: { kind: 'dividend' } } },
  ])
})

test('a corrected split stays corrected after the next import, and can be removed and restored as imported', async () => {
  const factors = async () =>
    imported('factors', 'factors-stock-us-ADJ.csv', ['2025-06-06,1,0.25,100', '2025-06-10,0.9,1,50'])
  const splits = async () =>
    imported('splits', 'splits.csv', ['region,code,ex_date,new_shares,old_shares', 'US,ADJ,2025-06-09,4,1'])
  await factors()
  await splits()
  const asImported = await closes()
  expect(asImported).toEqual([25, 25, 45, 45, 40])
  expect((await change(split)).status).toBe(200)
  expect(await closes()).toEqual([50, 50, 45, 45, 40])
  await factors()
  await splits()
  expect(await closes()).toEqual([50, 50, 45, 45, 40])
  expect((await listed()).actions).toMatchObject([{ newShares: '2', edit: 'changed' }])
  expect((await change({ ...split, to: 'remove' })).status).toBe(200)
  expect(await closes()).toEqual([100, 100, 45, 45, 40])
  expect((await listed()).actions).toMatchObject([{ newShares: '4', edit: 'removed' }])
  expect(await tapewire(ctx, 'corporate-actions', 'restore', 'stock:ADJ$US', 'split', '2025-06-09')).toContain(
    'imported',
  )
  expect(await closes()).toEqual(asImported)
  expect(await tapewire(ctx, 'corporate-actions', 'list', 'stock:ADJ$US')).toBe('2025-06-09  split  4 for 1  import')
})

test('for a share quoted in pence, an added dividend is stored in pence, and a dividend in pounds is refused', async () => {
  await sql`update instruments set currency = 'GBp' where id = ${id}`.execute(ctx.postgres.db)
  for (const currency of ['', 'GBp']) {
    expect((await change({ ...dividend, currency })).status).toBe(200)
    expect((await listed()).actions).toMatchObject([{ kind: 'dividend', currency: 'GBp' }, { kind: 'split' }])
  }
  expect(await change({ ...dividend, currency: 'GBP' })).toMatchObject({ error: 'invalid_parameter' })
  expect((await change({ ...dividend, to: 'remove' })).status).toBe(200)
  await sql`update instruments set currency = '' where id = ${id}`.execute(ctx.postgres.db)
})

test.each([
  [{ ...split, exDate: '2025-02-30' }, 'exDate'],
  [{ ...split, newShares: '0' }, 'newShares'],
  [{ ...split, newShares: '1' }, 'newShares'],
  [{ ...dividend, amount: '-1' }, 'amount'],
  [{ ...dividend, amount: '50' }, 'amount'],
  [{ ...dividend, exDate: '1990-01-02' }, 'amount'],
  [{ ...dividend, payDate: 'soon' }, 'payDate'],
])('the corporate action %o is refused because of its %s', async (body, param) => {
  expect(await change(body)).toMatchObject({ error: 'invalid_parameter', body: { param } })
})
