import { afterAll, beforeAll, expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'

type Person = Awaited<ReturnType<typeof testStaff>>
const texts = { ...perLocale(() => 'Down on Sunday'), 'zh-CN': '周日维护', 'zh-HK': '星期日維護' }

let ctx: TestPlatform
let site: SiteApi
let support: Person
let data: Person
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  support = await testStaff(ctx, 'support@example.com', 'support')
  data = await testStaff(ctx, 'data@example.com', 'data')
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (who: Person, path = '', body?: object) =>
  site.send(`/api/operator/announcements${path}`, {
    headers: { authorization: `Bearer ${who.token}` },
    ...(body === undefined ? {} : { body }),
  })

test('staff with the role support add an announcement with a start in UTC, and can end the announcement only once', async () => {
  const added = await send(support, '', {
    ...texts,
    audience: 'plan',
    plans: ['integrated-base'],
    from: '2099-12-01T08:30',
  })
  const { id } = added.data
  const { announcements, plans } = (await send(support)).data
  expect(announcements).toContainEqual(
    expect.objectContaining({ id, texts, planIds: ['integrated-base'], state: 'coming', endsAt: null }),
  )
  expect(announcements[0].startsAt).toBe(Date.UTC(2099, 11, 1, 8, 30))
  expect(plans).toContainEqual({ id: 'integrated-base', name: 'Integrated · Base' })
  expect((await send(support, `/${id}/end`, {})).status).toBe(200)
  expect(await send(support, `/${id}/end`, {})).toMatchObject({ error: 'conflict' })
  expect((await send(support)).data.announcements).toContainEqual(expect.objectContaining({ id, state: 'over' }))
  const ended = await audited(ctx, 'announcement.end')
  expect(ended).toMatchObject([{ actor_kind: 'staff', subject: `announcement ${id}` }])
})

test.each([
  [perLocale(() => ' '), 'en-US'],
  [{ until: 'soon' }, 'until'],
  [{ until: '2020-01-01T00:00Z' }, 'until'],
  [{ plans: ['none'], audience: 'plan' }, 'plans'],
])('an announcement with %j is refused, and the refusal names the field', async (change, param) => {
  expect((await send(support, '', { ...texts, ...change })).body).toMatchObject({ param })
})

test('a staff member whose role excludes announcements can neither read nor add them', async () => {
  expect(await send(data)).toMatchObject({ error: 'staff_role_required' })
  expect(await send(data, '', texts)).toMatchObject({ error: 'staff_role_required' })
})
