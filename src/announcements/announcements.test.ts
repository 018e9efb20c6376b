import { afterAll, beforeAll, expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import { dayMs } from '#src/contract/time.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { buildCatalogue, setCatalogue } from '#src/plans/catalogue.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import {
  addAnnouncement,
  editAnnouncement,
  endAnnouncement,
  listAnnouncements,
  type NewAnnouncement,
} from './announcements.ts'
import { type CurrentAnnouncements, followAnnouncements } from './follow.ts'

const cli = { kind: 'operator-cli' } as const
const texts = { ...perLocale(() => 'Maintenance\non Sunday'), 'zh-CN': '周日维护', 'zh-HK': '星期日維護' }
const toAll = { texts, level: 'info', audience: 'all', planIds: null, isPublic: false } as const

let ctx: TestPlatform
let current: CurrentAnnouncements
beforeAll(async () => {
  ctx = await testPlatform()
  current = await followAnnouncements(ctx)
})
afterAll(async () => {
  await current[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const add = (change: Partial<NewAnnouncement> = {}) =>
  addAnnouncement(ctx, cli, { ...toAll, startsAt: null, endsAt: null, ...change })
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('customers read the announcements for their audience, and visitors without an account read only public announcements', async () => {
  const free = await keyOnPlan(ctx, 'integrated-free', { email: 'free@example.com' })
  const paying = await keyOnPlan(ctx, 'integrated-base', { email: 'paying@example.com' })
  const all = await add()
  const everybody = await add({ isPublic: true })
  const customers = await add({ audience: 'customers' })
  const onPlan = await add({ audience: 'plan', planIds: ['integrated-free'] })
  const readers = async () => ({
    strangers: ids(current.ofStrangers()),
    free: ids(await current.ofAccount(free.actor.accountId)),
    paying: ids(await current.ofAccount(paying.actor.accountId)),
  })
  const shown = (...list: { id: number }[]) => ids(list)
  await expect.poll(readers).toEqual({
    strangers: shown(everybody),
    free: shown(onPlan, everybody, all),
    paying: shown(customers, everybody, all),
  })
  await revokeKey(ctx, paying.actor, paying.keyId, 'en-US')
  expect((await readers()).paying).toEqual(shown(customers, everybody, all))
  for (const { id } of [all, everybody, customers, onPlan]) await endAnnouncement(ctx, cli, id)
  await expect.poll(readers).toEqual({ strangers: [], free: [], paying: [] })
})

test('an announcement is shown from its start to its end', async () => {
  const now = ctx.clock.now()
  const { id } = await add({ isPublic: true, startsAt: now + dayMs, endsAt: now + 2 * dayMs })
  const isShown = () => ids(current.ofStrangers()).includes(id)
  const later = await add({ isPublic: true })
  await expect.poll(() => ids(current.ofStrangers())).toContain(later.id)
  await endAnnouncement(ctx, cli, later.id)
  expect(isShown()).toBe(false)
  await ctx.clock.advance(dayMs)
  await expect.poll(isShown).toBe(true)
  await ctx.clock.advance(dayMs)
  expect(isShown()).toBe(false)
  await expect(endAnnouncement(ctx, cli, id)).rejects.toMatchObject({ error: 'conflict' })
})

test.each([
  [{ texts: perLocale(() => ' ') }, 'missing_parameter', 'en-US'],
  [{ texts: { ...texts, 'zh-CN': 'x'.repeat(301) } }, 'invalid_parameter', 'zh-CN'],
  [{ audience: 'plan' }, 'invalid_parameter', 'plans'],
  [{ audience: 'plan', planIds: ['nothing'] }, 'invalid_parameter', 'plans'],
  [{ planIds: ['integrated-base'] }, 'invalid_parameter', 'plans'],
  [{ audience: 'customers', isPublic: true }, 'invalid_parameter', 'public'],
  [{ startsAt: Number.NaN }, 'invalid_parameter', 'from'],
  [{ endsAt: 1 }, 'invalid_parameter', 'until'],
] as const)('an announcement with %j is refused', async (change, error, param) => {
  await expect(add(change)).rejects.toMatchObject({ error, detail: { param } })
})

test('an announcement may have a text in only one language, and can be changed until it ends', async () => {
  const one = { ...perLocale(() => ''), 'zh-HK': '星期日維護' }
  const { id } = await add({ texts: one, isPublic: true })
  const change = { ...toAll, texts: { ...one, 'zh-HK': '星期一維護' }, startsAt: null, endsAt: null }
  await editAnnouncement(ctx, cli, id, change)
  const [listed] = await listAnnouncements(ctx, cli)
  expect(listed).toMatchObject({ id, texts: change.texts, isPublic: false, startsAt: ctx.clock.now() })
  expect((await audited(ctx, 'announcement.edit')).at(-1)).toMatchObject({
    subject: `announcement ${id}`,
    detail: { before: { texts: one, isPublic: true }, after: { texts: change.texts, isPublic: false } },
  })
  await endAnnouncement(ctx, cli, id)
  await expect(editAnnouncement(ctx, cli, id, change)).rejects.toMatchObject({ error: 'conflict' })
})

test('an announcement to a plan that is no longer sold can be edited', async () => {
  const to = { audience: 'plan', planIds: ['stock-us-base'] } as const
  const { id } = await add(to)
  const plans = firstEdition.plans.filter((plan) => plan.id !== 'stock-us-base')
  setCatalogue(ctx, buildCatalogue([{ number: 1, document: { ...firstEdition, plans } }], 1))
  await editAnnouncement(ctx, cli, id, { ...toAll, ...to, level: 'warning', startsAt: null, endsAt: null })
  expect((await listAnnouncements(ctx, cli))[0]).toMatchObject({ id, level: 'warning', planIds: ['stock-us-base'] })
  await expect(add(to)).rejects.toMatchObject({ error: 'invalid_parameter', detail: { param: 'plans' } })
  await endAnnouncement(ctx, cli, id)
})

test('adding or ending an announcement on the command line is audited; a customer cannot list announcements', async () => {
  const flags = Object.entries(texts).flatMap(([locale, text]) => [`--${locale}`, text])
  const added = await tapewire(ctx, 'announcement', 'add', ...flags, '--plans', 'integrated-base', '--level', 'warning')
  expect(added).toMatch(/^\d+ {2}shown {2}warning {2}integrated-base {2}[\dT:-]+ {2}Maintenance on Sunday$/)
  const [id = ''] = added.split(' ')
  expect(await tapewire(ctx, 'announcement', 'list')).toContain(added)
  expect(await tapewire(ctx, 'announcement', 'end', id)).toBe(`Announcement ${id} has ended.`)
  await expect(tapewire(ctx, 'announcement', 'end', id)).rejects.toThrow()
  await expect(tapewire(ctx, 'announcement', 'add', ...flags, '--from', 'soon')).rejects.toThrow('is not a time')
  const last = async (action: string) => (await audited(ctx, action)).at(-1)
  expect(await last('announcement.add')).toMatchObject({ subject: `announcement ${id}`, detail: { level: 'warning' } })
  expect(await last('announcement.end')).toMatchObject({ actor_kind: 'operator-cli', subject: `announcement ${id}` })
  const { actor } = await testStaff(ctx, 'customer@example.com')
  await expect(listAnnouncements(ctx, actor)).rejects.toMatchObject({ error: 'not_found' })
})
