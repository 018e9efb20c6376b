import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { type CurrentStatus, followStatus } from '../follow.ts'
import { openIncident, resolveIncident, updateIncident } from './incidents.ts'

const cli = { kind: 'operator-cli' } as const
const input = {
  impact: 'down',
  ...{ components: ['rest', 'site'], titles: { 'en-US': 'Calls fail' } },
  texts: { 'en-US': 'We look.', 'zh-CN': '排查中' },
} as const

let ctx: TestPlatform
let status: CurrentStatus
let site: SiteApi
beforeAll(async () => {
  ctx = await testPlatform()
  status = await followStatus(ctx)
  site = siteApi(ctx)
})
afterAll(async () => {
  await status[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const shown = (id: number) => status.report().incidents.find((incident) => incident.id === id)

test('the status report shows an open incident with its updates, and an incident can be resolved only once', async () => {
  const id = await openIncident(ctx, cli, input)
  await expect.poll(() => shown(id)).toMatchObject({ impact: 'down', components: ['site', 'rest'], resolvedAt: null })
  const found = {
    id,
    stage: 'identified',
    texts: { 'zh-HK': '已找到原因' },
    impact: 'degraded',
    components: null,
  } as const
  await updateIncident(ctx, cli, found)
  await expect.poll(() => shown(id)?.updates.map(({ stage }) => stage)).toEqual(['identified', 'investigating'])
  expect(shown(id)).toMatchObject({ impact: 'degraded', components: ['site', 'rest'] })
  await resolveIncident(ctx, cli, { id, texts: { 'en-US': 'It works.' } })
  await expect.poll(() => shown(id)?.resolvedAt).toBe(ctx.clock.now())
  await expect(resolveIncident(ctx, cli, { id, texts: { 'en-US': 'Again.' } })).rejects.toMatchObject({
    error: 'conflict',
  })
  await expect(updateIncident(ctx, cli, found)).rejects.toMatchObject({ error: 'conflict' })
  await expect(updateIncident(ctx, cli, { ...found, id: 999 })).rejects.toMatchObject({ error: 'not_found' })
})

test.each([
  [{ components: [] }, 'missing_parameter', 'components'],
  [{ components: ['nothing'] }, 'invalid_parameter', 'components'],
  [{ titles: { 'zh-CN': ' ' } }, 'missing_parameter', 'title-en-US'],
  [{ titles: { 'zh-CN': 'x'.repeat(121) } }, 'invalid_parameter', 'title-zh-CN'],
  [{ titles: { 'en-US': 'two\nlines' } }, 'invalid_parameter', 'title-en-US'],
  [{ texts: {} }, 'missing_parameter', 'text-en-US'],
  [{ texts: { 'zh-HK': 'x'.repeat(2_001) } }, 'invalid_parameter', 'text-zh-HK'],
] as const)('a status incident with %j is refused', async (change, error, param) => {
  await expect(openIncident(ctx, cli, { ...input, ...change })).rejects.toMatchObject({ error, detail: { param } })
})

test('the incident commands open, update, list and resolve status incidents, and each change is audited', async () => {
  const about = [
    '--impact',
    'degraded',
    '--components',
    'stream',
    '--title-zh-CN',
    '推送变慢',
    '--text-zh-CN',
    '排查中',
  ]
  const answer = await tapewire(ctx, 'incident', 'open', ...about)
  const [id = ''] = /\d+/.exec(answer) ?? []
  await tapewire(ctx, 'incident', 'update', id, '--text-en-US', 'Better.', '--components', 'stream,rest')
  expect(await tapewire(ctx, 'incident', 'list')).toMatch(
    new RegExp(`^${id} {2}degraded {2}monitoring {2}rest,stream {2}[\\dT:-]+ {2}推送变慢$`, 'm'),
  )
  expect(await tapewire(ctx, 'incident', 'resolve', id, '--text-en-US', 'Done.')).toBe(`Incident ${id} is resolved.`)
  await expect(tapewire(ctx, 'incident', 'open', '--impact', 'bad')).rejects.toThrow('Usage')
  for (const action of ['status.open', 'status.update', 'status.resolve'])
    expect((await audited(ctx, action)).at(-1)).toMatchObject({
      actor_kind: 'operator-cli',
      subject: `incident ${id}`,
    })
})

test('a staff member of the role data can enter a status incident in the console, and a customer cannot', async () => {
  const data = await testStaff(ctx, 'data@example.com', 'data')
  const headers = { authorization: `Bearer ${data.token}` }
  const body = { impact: 'down', components: ['history'], 'title-zh-HK': '歷史數據中斷', 'text-zh-HK': '調查中' }
  const opened = await site.send('/api/operator/incidents', { headers, body })
  const { incidents, components } = (await site.send('/api/operator/incidents', { headers })).data
  expect(incidents[0]).toMatchObject({ id: opened.data.id, titles: { 'zh-HK': '歷史數據中斷' } })
  expect(components).toContain('payments.TRC20')
  const wrong = await site.send('/api/operator/incidents', { headers, body: { ...body, components: [] } })
  expect(wrong.body).toMatchObject({ param: 'components' })
  const { cookie } = await site.signUp('customer@example.com')
  expect((await site.send('/api/operator/incidents', { cookie, body })).status).toBe(404)
})
