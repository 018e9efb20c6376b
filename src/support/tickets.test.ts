import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactRoute } from '#src/contract/account/support.ts'
import { dayMs } from '#src/contract/time.ts'
import { sendBatch } from '#src/platform/mail/mail-sender.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { readTicket } from './console-tickets.ts'
import { openOwnTicket, openTicket, ownTickets, replyToTicket, throttleTickets, ticketIdsOf } from './tickets.ts'

const written = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello',
  locale: 'zh-HK',
  network: '203.0.113.7',
  actor: null,
} as const

test('a contact message creates a ticket, a mail to support, a mail to the writer and an audit row', async () => {
  await using ctx = await testPlatform()
  const { ticket } = await openTicket(ctx, written)
  const mails = await ctx.postgres.db
    .selectFrom('mail_outbox')
    .select(['to_address', 'subject', 'kind'])
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    { to_address: 'support@example.com', subject: `联系表单：编号 ${ticket}`, kind: 'contact-ticket' },
    { to_address: 'ada@example.com', subject: `已收到您的留言，編號 ${ticket}`, kind: 'contact-received' },
  ])
  const thread = await readTicket(ctx, { kind: 'operator-cli' }, ticket)
  expect(thread).toMatchObject({
    ticket: { id: ticket, accountId: null, state: 'open', assigneeId: null, version: 0 },
    messages: [{ author: 'customer', text: 'Hello' }],
    recipient: { email: 'ada@example.com', locale: 'zh-HK', hasAccount: false },
  })
  const audits = await ctx.postgres.db.selectFrom('audit').select('action').where('subject', '=', ticket).execute()
  expect(audits).toEqual([{ action: 'ticket.open' }])
})

test('one address gets at most three acknowledgement mails a day, and every contact message is stored', async () => {
  await using ctx = await testPlatform()
  for (let at = 0; at < 15; at += 1) {
    const email = at % 2 ? 'victim@example.com' : `Victim+${at}@example.com`
    await openTicket(ctx, { ...written, email, network: `198.51.100.${at}` })
  }
  const mails = await ctx.mails()
  expect(mails.filter(({ to }) => to.toLowerCase().startsWith('victim'))).toHaveLength(3)
  expect(mails.filter(({ to }) => to === 'support@example.com')).toHaveLength(15)
  expect(await ctx.postgres.db.selectFrom('tickets').select('id').execute()).toHaveLength(15)
})

test('a contact message becomes a ticket of an account only if the sender is signed in and gives the address of that account', async () => {
  await using ctx = await testPlatform()
  const { actor, email } = await testAccount(ctx, 'ada@example.com')
  const { ticket } = await openTicket(ctx, { ...written, email: 'Ada@Example.com', actor })
  await openTicket(ctx, { ...written, email, actor: null })
  await openTicket(ctx, { ...written, email: 'eve@example.com', actor })
  const { rows } = await ownTickets(ctx, actor, { limit: 20, after: null })
  expect(rows).toMatchObject([{ id: ticket, accountId: actor.accountId, excerpt: 'Hello' }])
})

test('tickets and mails of a visitor belong to the person with that address, whatever the letter case of the address', async () => {
  await using ctx = await testPlatform()
  const { ticket } = await openTicket(ctx, { ...written, email: 'Ada@Example.com' })
  const { ticket: old } = await openTicket(ctx, written)
  await ctx.postgres.db.updateTable('tickets').set({ email: 'ADA@example.com' }).where('id', '=', old).execute()
  const { actor, email } = await testAccount(ctx, 'ada@example.com')
  expect(new Set(await ticketIdsOf(ctx.postgres.db, actor.accountId, [email]))).toEqual(new Set([ticket, old]))
  expect((await ctx.mails()).map(({ to }) => to).filter((to) => to.toLowerCase() === email)).toEqual([email, email])
})

test('the acknowledgement mail of a ticket contains neither the name nor the message of the writer', async () => {
  await using ctx = await testPlatform()
  const spam = { name: 'Cheap pills at pills.example', message: 'Buy at https://pills.example now' }
  await openTicket(ctx, { ...written, ...spam, email: 'victim@example.com' })
  const [mail] = await ctx.mails('victim@example.com')
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/pills/)
})

test('while the mail server fails, a ticket is stored, and its two mails are sent once the server works again', async () => {
  await using ctx = await testPlatform({ mail: 'smtp' })
  const { ticket } = await openTicket(ctx, written)
  const away = async () => Promise.reject(new Error('connect ECONNREFUSED'))
  await sendBatch(ctx, away)
  const kept = await ctx.postgres.db.selectFrom('tickets').select('id').execute()
  expect(kept).toEqual([{ id: ticket }])
  await ctx.clock.advance(10 * 60_000)
  const sent: string[] = []
  await sendBatch(ctx, async ({ to }) => void sent.push(to))
  expect(sent.toSorted()).toEqual(['ada@example.com', 'support@example.com'])
})

test('one network may send six contact messages a minute and thirty a day', async () => {
  await using ctx = await testPlatform()
  const write = () => throttleTickets(ctx, written.network)
  const refusal = { error: 'too_often', detail: { retryAfter: 1 } }
  const began = ctx.clock.now()
  for (let minute = 0; minute < 5; minute += 1) {
    for (let message = 0; message < 6; message += 1) await write()
    await ctx.clock.advance(59_000)
    await expect(write()).rejects.toMatchObject(refusal)
    await ctx.clock.advance(1_000)
  }
  await ctx.clock.advance(began + dayMs - 1_000 - ctx.clock.now())
  await expect(write()).rejects.toMatchObject(refusal)
  await ctx.clock.advance(1_000)
  await write()
})

test.each([
  ['a name with a line break', { name: 'Ada\r\nBcc: all@example.com' }, 'name'],
  ['a name that is too long', { name: 'a'.repeat(101) }, 'name'],
  ['an empty message', { message: '   ' }, 'message'],
  ['a message of 100 KB', { message: 'x'.repeat(100_000) }, 'message'],
  ['no address', { email: 'ada' }, 'email'],
])('a contact form with %s is refused', (_, change, field) => {
  const parsed = contactRoute.body.safeParse({ name: 'Ada', email: 'ada@example.com', message: 'Hello', ...change })
  expect(parsed.error?.issues[0]?.path).toEqual([field])
})

test('the mail about a reply names the current address of the account', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx, 'ada@example.com')
  const { ticket } = await openOwnTicket(ctx, actor, { message: 'Hello', locale: 'en-US', network: '203.0.113.7' })
  await sql`update account set email = 'new@example.com' where id = ${actor.accountId}`.execute(ctx.postgres.db)
  await replyToTicket(ctx, actor, { id: ticket, message: 'Hello?' })
  const [reply] = await ctx.mails('support@example.com')
  expect(reply?.text).toContain('new@example.com')
  expect(reply?.text).not.toContain('ada@example.com')
})
