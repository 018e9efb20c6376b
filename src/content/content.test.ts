import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { readFolder } from './texts/folder.ts'
import { ownTextsOf } from './texts/kept-texts.ts'
import { followOwnTexts } from './texts/own-texts.ts'

const head = '---\ntitle: Our terms\ndescription: What holds.\nkeywords: terms\ndate: 2026-12-01\n---\n'

let dir: Awaited<ReturnType<typeof temporaryDataDir>>
let ctx: TestPlatform
let site: SiteApi
let token: string
beforeAll(async () => {
  dir = await temporaryDataDir()
  ctx = await testPlatform({ settings: { CONTENT_DIR: dir.path } })
  site = siteApi(ctx)
  ;({ token } = await testStaff(ctx, 'support@example.com', 'support'))
})
afterAll(async () => {
  await ctx[Symbol.asyncDispose]()
  await dir[Symbol.asyncDispose]()
})

async function write(path: string, text: string | Uint8Array) {
  await mkdir(dirname(join(dir.path, path)), { recursive: true })
  await writeFile(join(dir.path, path), text)
}
const request = (path: string) =>
  site.send(`/api/operator/texts${path}`, { headers: { authorization: `Bearer ${token}` } })
const faultsOf = async (path: string) =>
  (await request('')).data.files.find((file: { path: string }) => file.path === path)?.faults

test.each([
  ['en-US/terms.md', `${head}Of {{brand}}.`, []],
  ['en-US/faq.md', head.replace('date: 2026-12-01\n', ''), []],
  ['en-US/words/home.md', 'hero.title: One feed.', []],
  ['zh-CN/words/home.md', '---\n---\nhero.title: 一个数据源。', []],
  ['zh-HK/words/home.md', '---\ntitle: 主頁\n---\nhero.titel: x', [{ name: 'unknown_text', at: 'hero.titel' }]],
  ['zh-CN/blog/our-news.md', head.replaceAll('\n', '\r\n'), []],
  ['en-GB/terms.md', head, [{ name: 'unknown_place', at: 'en-GB/terms.md' }]],
  ['en-US/blog/Our News.md', head, [{ name: 'unknown_place', at: 'en-US/blog/Our News.md' }]],
  ['en-US/privacy.md', 'No head.', [{ name: 'no_head', at: '' }]],
  [
    'zh-HK/terms.md',
    head.replace('title: Our terms\n', '').replace('12-01', '02-30'),
    [
      { name: 'missing', at: 'title' },
      { name: 'bad_date', at: '2026-02-30' },
    ],
  ],
  [
    'zh-HK/privacy.md',
    `${head}{{barnd}} {{sample bars}}`,
    [
      { name: 'unknown_directive', at: '{{barnd}}' },
      { name: 'unknown_directive', at: '{{sample bars}}' },
    ],
  ],
  ['zh-HK/faq.md', Buffer.from([0xff, 0xfe]), [{ name: 'not_utf8', at: '' }]],
  ['zh-CN/terms.md', 'x'.repeat(256 * 1024 + 1), [{ name: 'too_large', at: '256 KiB' }]],
])("the check of the operator's texts reports exactly the faults of the file %s", async (path, text, faults) => {
  await write(path, text)
  expect(await faultsOf(path)).toEqual(faults)
})

test('a folder may have 1,000 text files, and a further file is reported as too many', async () => {
  const folder = join(ctx.settings.dataDir, 'many')
  await mkdir(folder)
  const names = Array.from({ length: 1_001 }, (_, at) => `${String(at).padStart(4, '0')}.md`)
  await Promise.all(names.map((name) => writeFile(join(folder, name), '')))
  const faults = (await readFolder(folder)).map((file) => file.faults[0]?.name)
  expect(faults.lastIndexOf('unknown_place')).toBe(999)
  expect(faults.slice(1_000)).toEqual(['too_many'])
})

test('the command line lists the text files of the operator with their faults', async () => {
  await write('en-US/terms.md', head)
  await write('zh-HK/terms.md', `${head}{{barnd}}`)
  const lines = (await tapewire(ctx, 'content', 'check')).split('\n')
  expect(lines).toContain('en-US/terms.md  used')
  expect(lines).toContain('zh-HK/terms.md  nothing fills {{barnd}}')
})

test('staff can read a text file by its path inside the content folder, and no file outside of that folder', async () => {
  await write('en-US/terms.md', `${head}Of {{brand}}.`)
  const { data } = await request('/source?path=en-US/terms.md')
  expect(data.text).toMatchObject({
    locale: 'en-US',
    kind: 'page',
    slug: 'terms',
    date: '2026-12-01',
    body: 'Of {{brand}}.',
  })
  for (const path of ['../keyring', '/etc/hosts', 'en-US/none.md'])
    expect(await request(`/source?path=${encodeURIComponent(path)}`)).toMatchObject({ error: 'not_found' })
})

test('the site follows changes of a text file, and ignores the file while it has a fault', async () => {
  let changes = 0
  await write('en-US/terms.md', `${head}First.`)
  await using _following = await followOwnTexts(ctx, () => {
    changes += 1
  })
  const body = () => ownTextsOf(ctx).get('en-US/page/terms')?.body
  expect([body(), changes]).toEqual(['First.', 1])
  await write('en-US/terms.md', `${head}Second, longer.`)
  await expect.poll(async () => ctx.clock.advance(2_000).then(body)).toBe('Second, longer.')
  await write('en-US/terms.md', 'broken')
  await expect.poll(async () => ctx.clock.advance(2_000).then(body)).toBeUndefined()
})

const parts = { title: 'Our questions', description: 'What people ask.', keywords: 'faq', date: '' }
const post = (path: string, body: object) =>
  site.send(`/api/operator/texts/${path}`, { headers: { authorization: `Bearer ${token}` }, body })

test('publishing a text in the console replaces the text file, and an earlier console version can be published again', async () => {
  const path = 'zh-HK/faq.md'
  await write(path, `${head.replace('date: 2026-12-01\n', '')}Of the folder.`)
  let changes = 0
  await using _following = await followOwnTexts(ctx, () => {
    changes += 1
  })
  const body = () => ownTextsOf(ctx).get('zh-HK/page/faq')?.body.trim()
  expect(body()).toBe('Of the folder.')
  const keep = (number: number, text: string) => post('keep', { ...parts, path, number, body: text })
  expect((await keep(0, 'First.\r\nLine.')).data).toEqual({ number: 1 })
  expect((await keep(1, 'Second.')).data).toEqual({ number: 2 })
  expect(await keep(1, 'Meanwhile.')).toMatchObject({ error: 'changed_meanwhile' })
  expect([body(), changes]).toEqual(['Of the folder.', 1])
  await post('publish', { path, number: 2 })
  await expect.poll(body).toBe('Second.')
  await post('publish', { path, number: 1 })
  await expect.poll(body).toBe('First.\nLine.')
  const versions = (await request(`/versions?path=${path}`)).data
  expect(versions).toMatchObject([
    { number: 2, isShown: false, title: 'Our questions', body: 'Second.\n' },
    { number: 1, isShown: true },
  ])
  expect((await request('')).data.edited).toMatchObject([{ path, number: 2, isShown: true }])
  await post('withdraw', { path })
  await expect.poll(body).toBe('Of the folder.')
  expect(await post('withdraw', { path })).toMatchObject({ error: 'conflict' })
  expect(await post('publish', { path, number: 9 })).toMatchObject({ error: 'not_found' })
})

test.each([
  [{ path: 'en-US/elsewhere.md' }, 'path'],
  [{ title: '' }, 'title'],
  [{ title: 'Two\nlines' }, 'title'],
  [{ date: '2026-02-30' }, 'date'],
  [{ body: 'Of {{barnd}}.' }, 'body'],
])('a console text with %j is refused, and the refusal names the field', async (change, param) => {
  const text = { ...parts, date: '2026-12-01', path: 'en-US/privacy.md', number: 0, body: 'Text.', ...change }
  expect((await post('keep', text)).body).toMatchObject({ error: 'invalid_parameter', param })
})

test('if the first read of the console texts fails, the texts are read again later', async () => {
  const path = 'zh-CN/faq.md'
  await post('keep', { ...parts, path, number: 0, body: 'Of the console.' })
  await post('publish', { path, number: 1 })
  await sql`alter table content_text rename to content_text_away`.execute(ctx.postgres.db)
  await using _following = await followOwnTexts(ctx, () => {})
  const body = () => ownTextsOf(ctx).get('zh-CN/page/faq')?.body.trim()
  expect(body()).toBeUndefined()
  await sql`alter table content_text_away rename to content_text`.execute(ctx.postgres.db)
  await expect.poll(async () => ctx.clock.advance(30_000).then(body)).toBe('Of the console.')
  await post('withdraw', { path })
})
