import { afterAll, beforeAll, expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { changelogText, followChangelog } from './follow-changelog.ts'

const texts = {
  ...perLocale(() => '- Trades are complete.'),
  'zh-CN': '- 逐笔成交已补全。',
  'zh-HK': '- 逐筆成交已補全。',
}

let ctx: TestPlatform
let site: SiteApi
let token: string
let following: AsyncDisposable
let drops = 0
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  ;({ token } = await testStaff(ctx, 'support@example.com', 'support'))
  following = await followChangelog(ctx, () => {
    drops += 1
  })
})
afterAll(async () => {
  await following[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const send = (path: string, body?: object) =>
  site.send(`/api/operator/changelog${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

test('a changelog entry is hidden until its publication, and can be edited and removed afterwards', async () => {
  const { data } = await send('', { day: '2026-11-23', ...texts })
  expect((await send('')).data).toMatchObject([{ id: data.id, isPublished: false, version: 0 }])
  expect(changelogText(ctx, 'en-US')).toBe('')
  expect((await send(`/${data.id}/publish`, { version: 0 })).status).toBe(200)
  await expect.poll(() => changelogText(ctx, 'zh-HK')).toBe('## 2026年11月23日 {#d-2026-11-23}\n\n- 逐筆成交已補全。')
  const edited = { day: '2026-11-24', ...texts, 'en-US': '- All trades.' }
  expect(await send(`/${data.id}/edit`, { version: 0, ...edited })).toMatchObject({ error: 'changed_meanwhile' })
  expect((await send(`/${data.id}/edit`, { version: 1, ...edited })).status).toBe(200)
  await expect.poll(() => changelogText(ctx, 'en-US')).toBe('## November 24, 2026 {#d-2026-11-24}\n\n- All trades.')
  expect(await tapewire(ctx, 'changelog', 'remove', String(data.id))).toContain('deleted')
  await expect.poll(() => changelogText(ctx, 'en-US')).toBe('')
  expect(drops).toBe(3)
  expect(await audited(ctx, 'changelog.keep')).toMatchObject([{ actor_kind: 'staff' }, { actor_kind: 'staff' }])
})

test('a changelog entry that exists only in Chinese is also shown to English readers', async () => {
  const { data } = await send('', { day: '2026-11-25', 'zh-CN': '- 逐笔成交已补全。' })
  expect((await send(`/${data.id}/publish`, { version: 0 })).status).toBe(200)
  await expect.poll(() => changelogText(ctx, 'en-US')).toContain('逐笔成交已补全')
  await send(`/${data.id}/remove`, { version: 1 })
})

test.each([
  [{ day: '2026-02-30' }, 'invalid_parameter', 'day'],
  [{ 'en-US': ' ', 'zh-CN': '', 'zh-HK': '' }, 'missing_parameter', 'en-US'],
  [{ 'zh-HK': 'x'.repeat(4_001) }, 'invalid_parameter', 'zh-HK'],
])('a changelog entry with %j is refused', async (change, error, param) => {
  expect(await send('', { day: '2026-11-23', ...texts, ...change })).toMatchObject({ error, body: { param } })
})
