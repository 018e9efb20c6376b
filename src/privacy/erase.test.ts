import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { openTicket } from '#src/support/tickets.ts'
import { testAccount } from '#test/fixtures/account.ts'
import {
  type BusyLife,
  callGateway,
  liveBusily,
  locationsOf,
  locationsOfMarks,
  marks,
} from '#test/fixtures/busy-life.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { postgresRecords } from './records.ts'
import { sweepPersonalData } from './sweep.ts'

async function gone() {
  const ctx = await testPlatform({ clickhouse: true, random: quickRandom })
  const site = siteApi(ctx)
  const life = await liveBusily(ctx, site)
  const before = await locationsOfMarks(ctx)
  await requestDeletion(site, life)
  await ctx.clock.advance(14 * dayMs)
  expect(await site.sweep()).toEqual({ deleted: 1 })
  return { ctx, site, life, before }
}

async function requestDeletion(site: SiteApi, { email, cookie, freshCode }: BusyLife): Promise<void> {
  const body = { email, code: await freshCode() }
  const response = await site.send('/api/security/delete', { body, cookie })
  expect(response.code).toBe(0)
}

test('a deleted account leaves only its e-mail address behind, for one day, in the mail about the deletion', async () => {
  const { ctx, site, life, before } = await gone()
  await using _ = ctx
  for (const [name, locations] of Object.entries(before)) expect(locations, `${name} was never stored`).not.toEqual([])
  const farewell = ['mail_outbox']
  const after = await locationsOfMarks(ctx)
  expect(after).toEqual({ ...Object.fromEntries(Object.keys(marks).map((name) => [name, []])), address: farewell })
  expect((await ctx.mails(life.email)).map(({ subject }) => subject)).toEqual(['Your Tapewire account was deleted'])

  await ctx.clock.advance(dayMs + 1)
  await site.sweep()
  expect(await locationsOf(ctx, marks.address)).toEqual([])
  const kept = postgresRecords.filter(({ personal }) => personal && 'keeps' in personal.deletion)
  const namedByList = kept.map(({ table }) => table)
  expect(namedByList).toEqual(expect.arrayContaining(await locationsOf(ctx, life.actor.accountId)))
  expect(await locationsOf(ctx, life.actor.accountId)).not.toContain('audit')
  expect(await locationsOf(ctx, life.actor.sessionId)).toEqual(['audit'])
})

test('the first deletion job after the deletion of an account erases usage written since then; usage written after that job is kept', async () => {
  const { ctx, site, life } = await gone()
  await using _ = ctx
  await callGateway(ctx, life.keyId)
  expect(await locationsOf(ctx, marks.target)).toEqual(['usage_errors'])
  await ctx.clock.advance(3_600_000)
  await site.sweep()
  expect(await locationsOf(ctx, marks.target)).toEqual([])
  await callGateway(ctx, life.keyId)
  await site.sweep()
  expect(await locationsOf(ctx, marks.target)).toEqual(['usage_errors'])
})

test('an account is deleted even if ClickHouse is unreachable, and the next deletion job deletes its rows in ClickHouse', async () => {
  await using ctx = await testPlatform({ clickhouse: true, random: quickRandom })
  const site = siteApi(ctx)
  const life = await liveBusily(ctx, site)
  await requestDeletion(site, life)
  await ctx.clock.advance(14 * dayMs)
  const away = { query: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  const withoutColumns = { ...ctx, clickhouse: { ...ctx.clickhouse, ...away } }
  expect(await sweepPersonalData(withoutColumns)).toEqual({ deleted: 1 })
  expect(await locationsOf(ctx, marks.layout)).toEqual([])
  expect(await locationsOf(ctx, marks.target)).toEqual(['usage_errors'])
  await site.sweep()
  expect(await locationsOf(ctx, marks.target)).toEqual([])
})

test('deleting one account deletes no rows of another account', async () => {
  await using ctx = await testPlatform({ clickhouse: true, random: quickRandom })
  const site = siteApi(ctx)
  const bob = await testAccount(ctx, marks.providerAddress)
  await openTicket(ctx, {
    name: 'Bob',
    email: bob.email,
    message: 'Hi',
    locale: 'en-US',
    network: '198.51.100.1',
    actor: null,
  })
  const life = await liveBusily(ctx, site)
  const locationsOfBob = async () => ({
    account: await locationsOf(ctx, bob.actor.accountId),
    address: await locationsOf(ctx, bob.email),
  })
  const before = await locationsOfBob()
  expect(before.address).toEqual(['account', 'account_identity', 'mail_outbox', 'tickets'])
  await requestDeletion(site, life)
  await ctx.clock.advance(14 * dayMs - 60_000)
  await openTicket(ctx, {
    name: 'Bob',
    email: bob.email,
    message: 'Hi',
    locale: 'en-US',
    network: '198.51.100.1',
    actor: null,
  })
  await ctx.clock.advance(60_000)
  await site.sweep()
  expect(await locationsOfBob()).toEqual({ ...before, address: ['account', 'mail_outbox', 'tickets'] })
})
