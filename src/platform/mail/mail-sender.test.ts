import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { smtpInbox } from '#test/fixtures/smtp.ts'
import { documentOf, makeBrand, setBrand } from '../brand/brand.ts'
import { createMail } from './mail.ts'
import { layoutMail } from './mail-layout.ts'
import { sendBatch, sendMails } from './mail-sender.ts'

const mail = { to: 'ada@example.com', subject: 'Your code', text: '123456', html: '<b>123456</b>', kind: 'code' }

async function queue(ctx: TestPlatform): Promise<void> {
  const outbox = createMail('smtp', ctx)
  await ctx.postgres.transaction((tx) => outbox.queue(tx, mail))
}

async function states(ctx: TestPlatform) {
  const { rows } = await sql<{ status: string; attempts: number; text: string; error: string | null }>`
    select status, attempts, subject, text, html, error from mail_outbox order by id`.execute(ctx.postgres.db)
  return rows
}

test('a mail is stored sealed, sent by SMTP, and then wiped, because a mail may contain a code', async () => {
  await using ctx = await testPlatform()
  await using inbox = await smtpInbox()
  const stop = new AbortController()
  const sending = sendMails(ctx, { smtpUrl: inbox.url, signal: stop.signal })
  await queue(ctx)
  const [queued] = await states(ctx)
  expect(JSON.stringify(queued)).not.toMatch(/123456|Your code/)
  expect(await inbox.next('ada@example.com')).toMatchObject({ subject: 'Your code', text: '123456\n' })
  while ((await states(ctx))[0]?.status !== 'sent') await new Promise(setImmediate)
  expect(await states(ctx)).toMatchObject([{ status: 'sent', text: '', attempts: 1 }])
  stop.abort()
  await sending
})

test('a mail contains the icon of the brand, and no icon that the brand has removed', async () => {
  await using ctx = await testPlatform()
  await using inbox = await smtpInbox()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10H0z"/></svg>'
  const icon = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const plain = documentOf(ctx.settings)
  setBrand(ctx, makeBrand({ ...plain, icon }, 1))
  const laidOut = layoutMail(ctx, {
    ...{ to: 'ada@example.com', kind: 'code', locale: 'en-US', subject: 'Your code', heading: 'Your code' },
    ...{ blocks: [], footer: 'Why you get this' },
  })
  const outbox = createMail('smtp', ctx)
  const queueIt = () => ctx.postgres.transaction((tx) => outbox.queue(tx, laidOut))
  await queueIt()
  const stop = new AbortController()
  const sending = sendMails(ctx, { smtpUrl: inbox.url, signal: stop.signal })
  const { html, attachments } = await inbox.next('ada@example.com')
  expect(attachments).toMatchObject([{ contentId: '<mark>', mimeType: 'image/png', disposition: 'inline' }])
  expect(Buffer.from(attachments[0]?.content as ArrayBuffer).readUInt32BE(16)).toBe(56)
  expect(html).toMatch(/<img src="cid:mark"/)
  expect(html).not.toMatch(/src="(?!cid:)/)
  setBrand(ctx, makeBrand(plain, 2))
  await queueIt()
  const later = await inbox.next('ada@example.com')
  expect([later.attachments, later.html?.includes('<img')]).toEqual([[], false])
  stop.abort()
  await sending
})

test('a mail queued while the outbox is read is sent at once, without waiting for the next poll', async () => {
  await using ctx = await testPlatform()
  await using inbox = await smtpInbox()
  const [stop, hasRead, goOn] = [new AbortController(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let hear = (): void => {}
  const db = ctx.postgres.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      hasRead.resolve()
      await goOn.promise
      return result
    },
  })
  const listen = async (_channel: string, listener: (payload: unknown) => void) => {
    hear = () => listener(null)
    return { [Symbol.asyncDispose]: async () => {} }
  }
  const reader = { ...ctx, postgres: { ...ctx.postgres, db, listen } }
  const sending = sendMails(reader, { smtpUrl: inbox.url, signal: stop.signal })
  await hasRead.promise
  await queue(ctx)
  hear()
  goOn.resolve()
  expect(await inbox.next('ada@example.com')).toMatchObject({ subject: 'Your code' })
  stop.abort()
  await sending
})

test('mail for an unreachable mail server is retried at growing intervals of at most 15 minutes for three days', async () => {
  await using ctx = await testPlatform()
  await queue(ctx)
  const away = async () => Promise.reject(new Error('connect ECONNREFUSED'))
  expect(await sendBatch(ctx, away)).toBe(1)
  expect(await sendBatch(ctx, away)).toBe(0)
  await ctx.clock.advance(10_000)
  expect(await sendBatch(ctx, away)).toBe(1)
  await ctx.clock.advance(19_999)
  expect(await sendBatch(ctx, away)).toBe(0)
  expect(await states(ctx)).toMatchObject([{ status: 'queued', attempts: 2, error: 'connect ECONNREFUSED' }])
  const quarterHour = 15 * 60_000
  for (let waited = 0; waited < 2 * 86_400_000; waited += quarterHour) {
    await ctx.clock.advance(quarterHour)
    expect(await sendBatch(ctx, away)).toBe(1)
  }
  expect(await states(ctx)).toMatchObject([{ status: 'queued' }])
  await ctx.clock.advance(86_400_000)
  await sendBatch(ctx, away)
  expect(await states(ctx)).toMatchObject([{ status: 'failed' }])
})

test('a mail is sent only once, even if the database first fails to record that it was sent', async () => {
  await using ctx = await testPlatform()
  await queue(ctx)
  const isRefused = Promise.withResolvers<void>()
  const log = { ...ctx.log, warn: (message: string) => message.includes('marked as sent') && isRefused.resolve() }
  let sent = 0
  const sending = sendBatch({ ...ctx, log }, async () => {
    sent += 1
    await sql`alter table mail_outbox rename to taken_away`.execute(ctx.postgres.db)
  })
  await Promise.race([isRefused.promise, sending])
  await sql`alter table taken_away rename to mail_outbox`.execute(ctx.postgres.db)
  await ctx.clock.advance(1_000)
  await sending
  await ctx.clock.advance(10 * 60_000)
  await sendBatch(ctx, async () => (sent += 1))
  expect([sent, await states(ctx)]).toMatchObject([1, [{ status: 'sent', attempts: 1 }]])
})

test.each([
  ['an address it does not know', { code: 'EENVELOPE', responseCode: 550 }, 'failed'],
  ['our credentials', { code: 'EAUTH', responseCode: 535 }, 'queued'],
  ['a full mailbox', { code: 'EENVELOPE', responseCode: 452 }, 'queued'],
])(
  'a mail is retried or marked as failed, depending on the refusal of the mail server: %s',
  async (_what, answer, status) => {
    await using ctx = await testPlatform()
    await queue(ctx)
    await sendBatch(ctx, async () => Promise.reject(Object.assign(new Error('no'), answer)))
    expect(await states(ctx)).toMatchObject([{ status, error: 'no' }])
  },
)

test('concurrent senders send each mail once', async () => {
  await using ctx = await testPlatform()
  for (let queued = 0; queued < 20; queued += 1) await queue(ctx)
  const sent: string[] = []
  const send = async ({ to }: { to: string }) => void sent.push(to)
  const batch = () => sendBatch(ctx, send)
  while ((await Promise.all([batch(), batch(), batch()])).some((count) => count > 0));
  expect(sent).toHaveLength(20)
})

test('each mail of a batch is sent once even if a slow mail server delays the batch and a second sender starts meanwhile', async () => {
  await using ctx = await testPlatform()
  for (let queued = 0; queued < 3; queued += 1) await queue(ctx)
  let [sent, sentByOther] = [0, 0]
  const other = () =>
    sendBatch(ctx, async () => {
      sentByOther += 1
    })
  await sendBatch(ctx, async () => {
    sent += 1
    if (sent === 1) await ctx.clock.advance(90_000)
    else if (sent === 2) await ctx.clock.advance(60_000).then(other)
  })
  expect(sent + sentByOther).toBe(3)
})

test('while the mail server takes minutes for one mail, another process does not send this mail', async () => {
  await using ctx = await testPlatform()
  await queue(ctx)
  let sentByOther = 0
  const isClaimed = async () => {
    const { rows } = await sql<{ at: Date }>`select next_at as at from mail_outbox`.execute(ctx.postgres.db)
    return Number(rows[0]?.at) > ctx.clock.now() + 60_000
  }
  await sendBatch(ctx, async () => {
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await ctx.clock.advance(60_000)
      await expect.poll(isClaimed).toBe(true)
      await new Promise(setImmediate)
    }
    await sendBatch(ctx, async () => {
      sentByOther += 1
    })
  })
  expect(sentByOther).toBe(0)
  expect(await states(ctx)).toMatchObject([{ status: 'sent' }])
})

test.each([
  ['two addresses', { ...mail, to: 'a@b.com,c@d.com' }],
  ['a line break in the address', { ...mail, to: 'a@b.com\r\nBcc: x@y.com' }],
  ['a line break in the subject', { ...mail, subject: 'x\nBcc: x@y.com' }],
])('a mail with %s is never queued', async (_case, bad) => {
  await using ctx = await testPlatform()
  await expect(ctx.postgres.transaction((tx) => ctx.mail.queue(tx, bad))).rejects.toThrow()
  expect(await ctx.mails()).toEqual([])
})
