import { afterAll, beforeAll, expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { openOwnTicket } from './tickets.ts'

let ctx: TestPlatform
let site: SiteApi
let support: Awaited<ReturnType<typeof testStaff>>
let ada: Awaited<ReturnType<typeof testAccount>>

beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  support = await testStaff(ctx, 'support@example.com', 'support')
  ada = await testAccount(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (path: string, body?: object, who = support) =>
  site.send(`/api/operator${path}`, {
    headers: { authorization: `Bearer ${who.token}` },
    ...(body === undefined ? {} : { body }),
  })

async function written(message = 'The chart is empty'): Promise<string> {
  const input = { message, locale: 'en-US', network: '203.0.113.9' } as const
  return (await openOwnTicket(ctx, ada.actor, input)).ticket
}

test('a ticket is assigned, answered by mail, closed and reopened, and an answer to an outdated version is refused', async () => {
  const id = await written()
  const read = async () => (await send(`/tickets/${id}`)).data
  expect(await read()).toMatchObject({
    state: 'open',
    accountId: ada.actor.accountId,
    recipient: { email: ada.email },
    messages: [{ author: 'customer', email: null, text: 'The chart is empty' }],
  })
  expect((await send(`/tickets/${id}/assign`, { version: 0, assignee: 'me' })).status).toBe(200)
  const late = await send(`/tickets/${id}/answer`, { version: 0, text: 'Reload it', closes: true })
  expect(late).toMatchObject({ status: 409, error: 'changed_meanwhile' })
  expect((await send(`/tickets/${id}/answer`, { version: 1, text: 'Reload it', closes: true })).status).toBe(200)
  expect(await read()).toMatchObject({
    state: 'closed',
    assignee: { email: support.email },
    messages: [{}, { author: 'staff', email: support.email, text: 'Reload it' }],
  })
  expect((await ctx.mails(ada.email))[0]?.text).toContain('Reload it')
  expect((await send(`/tickets/${id}/reopen`, { version: 2 })).status).toBe(200)
  expect(await send(`/tickets/${id}/reopen`, { version: 3 })).toMatchObject({ error: 'conflict' })
  expect((await send(`/tickets/${id}/close`, { version: 3 })).status).toBe(200)
})

test('the ticket inbox filters by state and assignee, and refuses an invalid cursor or state', async () => {
  const id = await written('Where is my transfer?')
  const list = async (query: string) =>
    (await send(`/tickets?${query}`)).data.tickets.map((one: { id: string }) => one.id)
  expect(await list('state=open&assignee=nobody')).toContain(id)
  expect(await list('state=open&assignee=me')).not.toContain(id)
  await send(`/tickets/${id}/assign`, { version: 0, assignee: support.actor.accountId })
  expect(await list('assignee=me')).toContain(id)
  expect((await send('/tickets')).data.colleagues).toEqual([
    { accountId: support.actor.accountId, email: support.email },
  ])
  expect(await send('/tickets?after=zzz')).toMatchObject({ error: 'invalid_cursor' })
  expect(await send('/tickets?state=lost')).toMatchObject({ error: 'invalid_parameter' })
  expect((await send(`/tickets/${id}`)).data.others).not.toContainEqual(expect.objectContaining({ id }))
  const stranger = { version: 1, assignee: ada.actor.accountId }
  expect(await send(`/tickets/${id}/assign`, stranger)).toMatchObject({ error: 'staff_role_required' })
})

test('the name of a new canned text must be unused, and an outdated change or removal is refused', async () => {
  const texts = { ...perLocale(() => 'Try again.'), 'zh-CN': '请重试。', 'zh-HK': '請再試。' }
  const keep = (version: number | null) => send('/canned-texts/try-again', { version, texts })
  expect((await keep(null)).status).toBe(200)
  expect(await keep(null)).toMatchObject({ error: 'conflict', body: { param: 'name' } })
  expect((await keep(0)).status).toBe(200)
  expect(await keep(0)).toMatchObject({ error: 'changed_meanwhile' })
  expect((await send('/canned-texts')).data).toEqual([{ name: 'try-again', texts, version: 1 }])
  const blank = { version: 1, texts: perLocale(() => '') }
  expect(await send('/canned-texts/try-again', blank)).toMatchObject({
    error: 'missing_parameter',
    body: { param: 'en-US' },
  })
  expect(await send('/canned-texts/try-again/remove', { version: 0 })).toMatchObject({ error: 'changed_meanwhile' })
  expect((await send('/canned-texts/try-again/remove', { version: 1 })).status).toBe(200)
})

test('staff of the role data have no access to tickets and canned texts', async () => {
  const data = await testStaff(ctx, 'data@example.com', 'data')
  for (const path of ['/tickets', '/tickets/NOSUCH', '/canned-texts'])
    expect(await send(path, undefined, data)).toMatchObject({ error: 'staff_role_required' })
})
