import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandOf, onNewBrand } from '#src/platform/brand/brand.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { followBrand, loadBrand } from './follow.ts'

let ctx: TestPlatform
let site: SiteApi
let token: string
let following: AsyncDisposable
beforeAll(async () => {
  ctx = await testPlatform({ settings: { BRAND_NAME: 'By settings', SUPPORT_EMAIL: 'help@settings.example' } })
  site = siteApi(ctx)
  ;({ token } = await testStaff(ctx, 'owner@example.com', 'owner'))
  await loadBrand(ctx)
  following = await followBrand(ctx)
})
afterAll(async () => {
  await following?.[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const send = (path: string, body?: object) =>
  site.send(`/api/operator/brand${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

test('while no brand edition is published, the settings define the brand', async () => {
  expect(brandOf(ctx)).toMatchObject({ edition: 0, name: 'By settings', securityEmail: 'help@settings.example' })
  expect((await send('')).data).toMatchObject({ number: 0, draft: { name: 'By settings' }, editions: [] })
})

test('a brand is a draft until it is published, and an earlier edition can be published again', async () => {
  let changes = 0
  using _listening = onNewBrand(ctx, () => {
    changes += 1
  })
  const first = await send('/keep', { number: 0, name: 'Acme Data', slug: 'acme', accent: '#1155CC' })
  expect(first.data).toEqual({ number: 1 })
  expect(brandOf(ctx).name).toBe('By settings')
  expect((await send('/publish', { number: 1 })).status).toBe(200)
  await expect.poll(() => brandOf(ctx)).toMatchObject({ edition: 1, name: 'Acme Data', accent: '#1155cc' })
  expect(changes).toBe(1)
  expect((await send('/keep', { number: 1, name: 'Acme Markets' })).data).toEqual({ number: 2 })
  await send('/publish', { number: 2 })
  await expect.poll(() => brandOf(ctx)).toMatchObject({ name: 'Acme Markets', slug: 'acme' })
  await send('/publish', { number: 1 })
  await expect.poll(() => brandOf(ctx).name).toBe('Acme Data')
  const { data } = await send('')
  expect(data.editions.map(({ number, isShown }: { number: number; isShown: boolean }) => [number, isShown])).toEqual([
    [2, false],
    [1, true],
  ])
  await send('/withdraw', {})
  await expect.poll(() => brandOf(ctx).name).toBe('By settings')
  expect(await send('/withdraw', {})).toMatchObject({ error: 'conflict' })
  expect((await audited(ctx, 'brand.publish')).length).toBeGreaterThan(0)
})

test('the slug of a brand cannot change once the brand is published', async () => {
  const { number } = (await send('')).data
  expect(await send('/keep', { number, slug: 'other' })).toMatchObject({ error: 'brand_slug_fixed', param: 'slug' })
})

test('of two brand drafts based on the same edition, the draft that is saved second is refused', async () => {
  const { number } = (await send('')).data
  expect((await send('/keep', { number, legalName: 'Acme Ltd' })).status).toBe(200)
  expect(await send('/keep', { number, legalName: 'Acme Inc' })).toMatchObject({ error: 'changed_meanwhile' })
})

test.each([
  [{ accent: '#ffffff' }, 'brand_invalid', 'accent', '1.5'],
  [{ accent: '#808080' }, 'brand_invalid', 'accent', '4.5'],
  [{ accent: 'blue' }, 'invalid_parameter', 'accent', ''],
  [{ name: 'A\u202eB' }, 'invalid_parameter', 'name', ''],
  [{ telegram: 'javascript:alert(1)' }, 'invalid_parameter', 'telegram', ''],
  [{ slug: 'Acme Data' }, 'invalid_parameter', 'slug', ''],
])('a brand edition with %j is refused, and the error names the field', async (edited, error, param, reason) => {
  const { number } = (await send('')).data
  const answer = await send('/keep', { number, ...edited })
  expect(answer).toMatchObject({ error, param })
  expect(answer.msg).toContain(reason)
})

const svg = (inside: string, head = 'viewBox="0 0 40 10"') =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inside}</svg>`).toString('base64')}`
const shape = '<path fill="#14161a" d="M0 0h40v10H0z"/>'

test('a brand with a wordmark can be published only if its wordmarks are visible on light and on dark pages', async () => {
  const { number } = (await send('')).data
  const kept = await send('/picture', { number, name: 'wordmark', picture: svg(shape) })
  expect(kept.data).toEqual({ number: number + 1 })
  const faint = await send('/publish', { number: number + 1 })
  expect(faint).toMatchObject({ error: 'brand_invalid', param: 'wordmarkDark' })
  const light = svg(shape.replace('#14161a', '#ffffff'))
  expect((await send('/picture', { number: number + 1, name: 'wordmarkDark', picture: light })).status).toBe(200)
  expect((await send('/publish', { number: number + 2 })).status).toBe(200)
  await expect.poll(() => brandOf(ctx).wordmarkRatio).toBe(4)
})

test.each([
  ['a script', svg('<script>alert(1)</script>'), '<script>'],
  ['an event handler', svg('<path onload="alert(1)" d="M0 0"/>'), 'onload'],
  ['foreign elements', svg('<foreignObject/>'), 'foreignObject'],
  ['a link to another file', svg('<use href="https://evil.example/x.svg#a"/>'), 'https://evil.example'],
  ['a style that loads a file', svg('<style>path{fill:url(https://evil.example/)}</style>'), 'https://evil.example'],
  ['the type text/html', 'data:text/html,x', ''],
  ['no visible shape', svg(''), ''],
  ['a colour that cannot be seen', svg(shape.replace('#14161a', '#f0f0f0')), '%'],
  ['too wide a shape', svg(shape, 'viewBox="0 0 400 10"'), '7:1'],
  ['more than 40 KiB', svg(`<desc>${'x'.repeat(41 * 1024)}</desc>`), '40'],
])('a brand picture with %s is refused', async (_, picture, reason) => {
  const { number } = (await send('')).data
  const answer = await send('/picture', { number, name: 'wordmark', picture })
  expect(['brand_invalid', 'invalid_parameter']).toContain(answer.error)
  expect(answer.msg).toContain(reason)
})

test('the icon of a brand must be square', async () => {
  const { number } = (await send('')).data
  const answer = await send('/picture', { number, name: 'icon', picture: svg(shape) })
  expect(answer).toMatchObject({ error: 'brand_invalid', param: 'picture' })
})
