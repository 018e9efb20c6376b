import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { mailboxOf, type RequestedMail, spendMail, spendNotice } from './mail-budget.ts'

/** Returns how many of `tries` mails may be sent. Each mail has a new network and address, unless `mail` sets them. */
async function sent(ctx: TestPlatform, tries: number, mail: Partial<RequestedMail>): Promise<number> {
  let count = 0
  for (let at = 0; at < tries; at += 1) {
    const one = { kind: 'code', to: `n${at}@example.com`, network: `198.51.100.${at}`, ...mail } as const
    if ((await spendMail(ctx, one)) === null) count += 1
  }
  return count
}

test.each([
  ['code', 5, hourMs],
  ['acknowledgement', 3, dayMs],
] as const)(
  'one address gets a limited number of mails of the kind %s, counted over all networks: %i in %i ms',
  async (kind, count, windowMs) => {
    await using ctx = await testPlatform()
    const toVictim = () => sent(ctx, 20, { kind, to: 'victim@example.com' })
    expect(await toVictim()).toBe(count)
    expect(await sent(ctx, 1, { kind, to: 'other@example.com' })).toBe(1)
    await ctx.clock.advance(windowMs - 1)
    expect(await toVictim()).toBe(0)
    await ctx.clock.advance(1)
    expect(await toVictim()).toBe(count)
  },
)

test('an address gets at most ten mails with codes a day, although the hourly limits would allow more', async () => {
  await using ctx = await testPlatform()
  let count = 0
  for (let hour = 0; hour < 5; hour += 1) {
    count += await sent(ctx, 20, { to: 'victim@example.com' })
    await ctx.clock.advance(hourMs)
  }
  expect(count).toBe(10)
})

test.each([
  ['code', 30],
  ['acknowledgement', 6],
] as const)(
  'one network causes a limited number of mails of the kind %s an hour, counted over all addresses',
  async (kind, count) => {
    await using ctx = await testPlatform()
    expect(await sent(ctx, 40, { kind, network: '203.0.113.7' })).toBe(count)
    await ctx.clock.advance(hourMs - 1)
    expect(await sent(ctx, 1, { kind, network: '203.0.113.7', to: 'next@example.com' })).toBe(0)
    await ctx.clock.advance(1)
    expect(await sent(ctx, 1, { kind, network: '203.0.113.7', to: 'next@example.com' })).toBe(1)
  },
)

test('the refusal of a mail states when the next mail is allowed', async () => {
  await using ctx = await testPlatform()
  await sent(ctx, 5, { to: 'victim@example.com' })
  await ctx.clock.advance(60_000)
  expect(await spendMail(ctx, { kind: 'code', to: 'victim@example.com', network: '192.0.2.1' })).toBe(hourMs - 60_000)
})

test('the local machine has no mail limit in the sandbox, but has a mail limit in live mode', async () => {
  await using ctx = await testPlatform()
  const local = { to: 'me@example.com', network: '127.0.0.1' }
  expect(await sent(ctx, 40, local)).toBe(40)
  const live = { ...ctx, settings: { ...ctx.settings, mode: 'live' as const } }
  expect(await sent(live, 40, local)).toBe(3)
})

test.each([
  ['Victim@Example.COM', 'victim@example.com'],
  ['victim+1@example.com', 'victim@example.com'],
  ['v.i.c.tim+x@googlemail.com', 'victim@gmail.com'],
  ['v.ictim@example.com', 'v.ictim@example.com'],
])('the address %s counts as the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test('an account gets ten notices of each kind a UTC day, and the tenth is marked as the last', async () => {
  await using ctx = await testPlatform({ now: '2026-11-20T23:00:00Z' })
  const turns: string[] = []
  for (let at = 0; at < 12; at += 1) {
    turns.push(await spendNotice(ctx, { accountId: 'a', kind: 'key-revoked' }))
    await ctx.clock.advance(4 * minuteMs)
  }
  expect(turns).toEqual([...Array(9).fill('send'), 'last', 'skip', 'skip'])
  expect(await spendNotice(ctx, { accountId: 'a', kind: 'password-changed' })).toBe('send')
  expect(await spendNotice(ctx, { accountId: 'b', kind: 'key-revoked' })).toBe('send')
  await ctx.clock.advance(hourMs)
  expect(await spendNotice(ctx, { accountId: 'a', kind: 'key-revoked' })).toBe('send')
})

/** The limit on the mails of each sender. Add a line and a limit for each new sender. */
const senders = {
  'src/accounts/factors/codes.ts': 'a code: throttleCode, before each call',
  'src/accounts/mails/notify.ts': 'a notice: spendNotice',
  'src/accounts/team/invites.ts': 'an invitation: spendMail',
  'src/alerts/deliver/deliveries.ts': 'a firing: mailsPerDay for each account',
  'src/billing/alerts/alert-mail.ts': 'the operator alone: twenty an hour, for what happened since the last',
  'src/billing/operator/gift-mail.ts': 'an act of the staff',
  'src/billing/renewal/expiry.ts': 'once for each end of a subscription, in expiry_reminder',
  'src/billing/renewal/renewal-mail.ts': 'a notice: spendNotice',
  'src/billing/settlement/credit-mail.ts': 'a refund request: requestsPerDay; else an act of the operator',
  'src/billing/settlement/credit-notices.ts': 'a notice: spendNotice',
  'src/billing/settlement/order-mail.ts': 'a notice: spendNotice; a completed order is paid for',
  'src/staff/authority/approval-mail.ts': 'the staff and the operator: an act that waits, and its end',
  'src/support/console-tickets.ts': 'an act of the staff',
  'src/support/tickets.ts': 'the acknowledgement: spendMail; the operator: throttleTickets for each network or account',
  'src/usage/alerts/alerts.ts': 'once for each allowance, day and level, in usage_alert',
}

test('every module that queues mail is listed with its limit', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name))
  const found = files.filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('.mail.queue('),
  )
  expect(found.sort()).toEqual(Object.keys(senders).sort())
})
