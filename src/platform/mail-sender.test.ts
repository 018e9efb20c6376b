import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { createMail } from './mail.ts'
import { sendBatch, sendMails } from './mail-sender.ts'

const mail = { to: 'ada@example.com', subject: 'Your code', text: '123456', html: '<b>123456</b>', kind: 'code' }

async function queue(ctx: TestPlatform): Promise<void> {
  const outbox = createMail('smtp', ctx.clock)
  await ctx.postgres.transaction((tx) => outbox.queue(tx, mail))
}

async function states(ctx: TestPlatform) {
  const { rows } = await sql<{ status: string; attempts: number; text: string; error: string | null }>`
    select status, attempts, text, error from mail_outbox order by id`.execute(ctx.postgres.db)
  return rows
}

test('a mail leaves by SMTP, and its body, which may hold a code, is wiped', async () => {
  await using ctx = await testPlatform()
  const { promise: arrived, resolve } = Promise.withResolvers<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        resolve(`${session.envelope.rcptTo.map(({ address }) => address).join()}\n${text}`)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = new AbortController()
  const sending = sendMails(ctx, { smtpUrl: `smtp://127.0.0.1:${port}`, signal: stop.signal })
  await queue(ctx)
  const message = await arrived
  expect(message).toContain('ada@example.com\n')
  expect(message).toContain('Subject: Your code')
  expect(message).toContain('123456')
  while ((await states(ctx))[0]?.status !== 'sent') await new Promise(setImmediate)
  expect(await states(ctx)).toMatchObject([{ status: 'sent', text: '', attempts: 1 }])
  stop.abort()
  await sending
  await new Promise<void>((done) => server.close(() => done()))
})

test('a mail server that is away is asked again later, less and less often', async () => {
  await using ctx = await testPlatform()
  await queue(ctx)
  const away = async () => Promise.reject(new Error('connect ECONNREFUSED'))
  expect(await sendBatch(ctx, away)).toBe(1)
  expect(await sendBatch(ctx, away)).toBe(0)
  await ctx.clock.advance(10_000)
  expect(await sendBatch(ctx, away)).toBe(1)
  expect(await states(ctx)).toMatchObject([{ status: 'queued', attempts: 2, error: 'connect ECONNREFUSED' }])
})

test('a mail that the server will never take is given up, with its reason', async () => {
  await using ctx = await testPlatform()
  await queue(ctx)
  await sendBatch(ctx, async () => Promise.reject(Object.assign(new Error('550 no such user'), { responseCode: 550 })))
  expect(await states(ctx)).toMatchObject([{ status: 'failed', error: '550 no such user' }])
})

test('two senders never send the same mail', async () => {
  await using ctx = await testPlatform()
  for (let queued = 0; queued < 20; queued += 1) await queue(ctx)
  const sent: string[] = []
  const send = async ({ to }: { to: string }) => void sent.push(to)
  const batch = () => sendBatch(ctx, send)
  while ((await Promise.all([batch(), batch(), batch()])).some((count) => count > 0));
  expect(sent).toHaveLength(20)
})

test.each([
  ['two addresses', { ...mail, to: 'a@b.com,c@d.com' }],
  ['a line break in the address', { ...mail, to: 'a@b.com\r\nBcc: x@y.com' }],
  ['a line break in the subject', { ...mail, subject: 'x\nBcc: x@y.com' }],
])('%s is never queued', async (_case, bad) => {
  await using ctx = await testPlatform()
  await expect(ctx.postgres.transaction((tx) => ctx.mail.queue(tx, bad))).rejects.toThrow()
  expect(await ctx.mails()).toEqual([])
})
