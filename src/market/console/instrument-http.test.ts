import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { installCatalogue } from '../catalogue/install.ts'

let ctx: TestPlatform
let site: SiteApi
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (path: string, body?: object) =>
  site.send(`/api/operator/instruments${path}`, {
    headers: { authorization: `Bearer ${data.token}` },
    ...(body === undefined ? {} : { body }),
  })
const add = async (code: string, more: object = {}) =>
  (await send('', { class: 'stock', region: 'US', exchange: 'NYSE', code, name: code, ...more })).data.id as number

test('an instrument is added, edited, renamed and delisted, and a change based on an outdated version is refused', async () => {
  const id = await add('FIRST', { currency: 'USD' })
  expect((await send(`/${id}`)).data.instrument).toMatchObject({
    code: 'FIRST',
    currency: 'USD',
    version: 1,
    former: [],
  })
  expect((await send(`/${id}/edit`, { version: 1, name: 'First Inc.' })).status).toBe(200)
  expect(await send(`/${id}/edit`, { version: 1, name: 'Late' })).toMatchObject({ error: 'changed_meanwhile' })
  expect(await send(`/${id}/edit`, { version: 2, lot: '0' })).toMatchObject({
    error: 'invalid_parameter',
    body: { param: 'lot' },
  })
  expect((await send(`/${id}/rename`, { version: 2, code: 'FIRSTX' })).status).toBe(200)
  expect((await send(`/${id}/state`, { version: 3, state: 'delisted' })).status).toBe(200)
  const { instruments } = (await send('?q=FIRST&state=delisted')).data
  expect(instruments).toMatchObject([{ id, code: 'FIRSTX', name: 'First Inc.', state: 'delisted' }])
  expect(await send('/999999999')).toMatchObject({ error: 'not_found' })
  expect(await send('/0')).toMatchObject({ error: 'invalid_parameter' })
})

test('the preview of an instrument merge shows the effect or the reason for a refusal; a merge with an outdated version is refused', async () => {
  const [from, into, euro] = [await add('FROM'), await add('INTO'), await add('EURO', { currency: 'EUR' })]
  const dollar = await add('DOLLAR', { currency: 'USD' })
  const preview = async (id: number, text: string) => (await send(`/${id}?into=${encodeURIComponent(text)}`)).data.merge
  expect(await preview(from, 'stock:INTO$US')).toMatchObject({
    into: { id: into },
    history: { bars: 0 },
    refusal: null,
  })
  expect(await preview(euro, String(dollar))).toMatchObject({ refusal: 'currency' })
  expect(await preview(from, String(from))).toMatchObject({ refusal: 'same' })
  expect(await send(`/${from}?into=NOSUCH`)).toMatchObject({ error: 'not_found', body: { param: 'into' } })
  expect(await send(`/${euro}/merge`, { version: 1, into: dollar })).toMatchObject({ error: 'conflict' })
  expect(await send(`/${from}/merge`, { version: 0, into })).toMatchObject({ error: 'changed_meanwhile' })
  expect((await send(`/${from}/merge`, { version: 1, into })).status).toBe(200)
  expect(await send(`/${from}`)).toMatchObject({ error: 'not_found' })
  expect((await send(`/${into}`)).data.instrument.former).toEqual(['FROM'])
})
