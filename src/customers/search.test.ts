import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findPayments } from '#src/billing/operator/find.ts'
import { grantSubscription } from '#src/billing/operator/grant.ts'
import { openTicket } from '#src/support/tickets.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { searchCustomers } from './search.ts'

const cli = { kind: 'operator-cli' } as const

test('a search for an email address, key, masked key or ticket finds only the customer who owns it', async () => {
  await using ctx = await testPlatform()
  const ada = await keyOnPlan(ctx, 'integrated-base', { email: 'ada@example.com' })
  await keyOnPlan(ctx, 'integrated-base', { email: 'bob@example.com' })
  const written = {
    name: 'Ada',
    email: ada.email,
    message: 'Hi',
    locale: 'en-US',
    network: '198.51.100.1',
    actor: null,
  } as const
  const { ticket } = await openTicket(ctx, written)
  const find = async (text: string) => (await searchCustomers(ctx, cli, text)).map(({ email }) => email)
  const mask = `${ada.secret.slice(0, 4)}***${ada.secret.slice(-4)}`
  for (const text of ['ada@', ' ADA@example.com', ada.secret, mask, ticket, ticket.toLowerCase()])
    expect(await find(text), text).toEqual([ada.email])
  expect(await tapewire(ctx, 'customer', 'find', 'ada@')).toBe(`ada@example.com  ${ada.actor.accountId}`)
  for (const text of ['a_a@', '%', '%%%%', '', `${ada.secret}x`, 'no such thing', '0'.repeat(64)])
    expect(await find(text), text).toEqual([])
})

test('a search for a visitor’s ticket finds no customer whose e-mail address only begins with the visitor’s address', async () => {
  await using ctx = await testPlatform()
  await testAccount(ctx, 'ada@example.com')
  const written = { name: 'Ada', message: 'Hi', locale: 'en-US', network: '198.51.100.1', actor: null } as const
  const { ticket } = await openTicket(ctx, { ...written, email: 'ada@example.co' })
  expect(await searchCustomers(ctx, cli, ticket)).toEqual([])
})

test('a customer is found by the hash of a transaction in the ledger', async () => {
  await using ctx = await testPlatform()
  const { actor, email } = await keyOnPlan(ctx, 'integrated-base')
  const hash = 'ab'.repeat(32)
  await sql`insert into ledger_entry (account_id, kind, micro, tx_hash, idem, created_at)
    values (${actor.accountId}, 'deposit', 5, ${`0x${hash}`}, 'test', now())`.execute(ctx.postgres.db)
  expect(await searchCustomers(ctx, cli, hash)).toEqual([
    { accountId: actor.accountId, email, suspended: false, by: 'payment' },
  ])
  const { customers, entries } = await findPayments(ctx, cli, hash)
  expect([customers.map(({ id }) => id), entries.map(({ micro }) => micro)]).toEqual([[actor.accountId], [5n]])
})

test('a customer without orders is found by the number of the receipt for a plan that the staff opened', async () => {
  await using ctx = await testPlatform()
  const { actor, email } = await testAccount(ctx)
  const deal = { planId: 'stock-us-base', months: 1, paid: { micro: 5_000_000n, reference: 'invoice 1' } }
  await grantSubscription(ctx, cli, { email, version: null, ...deal, reason: '', note: '' })
  const found = { accountId: actor.accountId, email, suspended: false, by: 'payment' }
  expect(await searchCustomers(ctx, cli, '2026-000001')).toEqual([found])
  expect(await searchCustomers(ctx, cli, '2026-000002')).toEqual([])
  expect((await findPayments(ctx, cli, '2026-000001')).entries.map(({ kind }) => kind)).toEqual(['received', 'deal'])
})
