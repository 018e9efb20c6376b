import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { AlertDelivery } from '#src/contract/account/alerts.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { logTo } from '#src/platform/log/log.ts'
import { mayReach } from '#src/platform/webhooks/post-to-stranger.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { makeAlert, wantedAlert } from '#test/fixtures/alerts.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { afterFirstRead } from '#test/fixtures/store-faults.ts'
import { removeAlert } from '../alerts.ts'
import { deliverDue, mailsPerDay, startDeliveries } from './deliveries.ts'
import { noteFirings } from './firings.ts'
import {
  readWebhook,
  removeWebhook,
  replayDelivery,
  resealWebhooks,
  rotateSecret,
  setWebhook,
  testWebhook,
} from './webhook.ts'
import { putWebhook } from './webhook-store.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

/** A webhook receiver that answers with the listed statuses in order, then with 200. */
async function receiver(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { received, server, url: `http://127.0.0.1:${port}/hook` }
}

async function opened(networks = '127.0.0.0/8') {
  const ctx = await testPlatform({ settings: { WEBHOOK_NETWORKS: networks } })
  onTestFinished(() => ctx[Symbol.asyncDispose]())
  await installCatalogue(ctx)
  const { actor, email } = await testAccount(ctx)
  return { ctx, actor, email }
}

async function fire(ctx: TestPlatform, alertId: string, accountId: string): Promise<void> {
  const id = ctx.random.uuid()
  await ctx.postgres.transaction(async (tx) => {
    await sql`insert into alert_firing (id, alert_id, account_id, place, fired_at, value, price)
      values (${id}, ${alertId}, ${accountId}, ${id}, ${new Date(ctx.clock.now())}, 201.5, 201.5)`.execute(tx)
    await noteFirings(ctx, tx, [{ id, accountId }])
  })
}

const signatureOf = (secret: string, { headers, body }: Received) =>
  signedHeaders([secret], String(headers['webhook-id']), Number(headers['webhook-timestamp']) * 1_000, body)[
    'webhook-signature'
  ]

test('the firing of an alert is mailed with the note of the alert, and posted to the webhook with a valid signature', async () => {
  const { ctx, actor, email } = await opened()
  const { url, received } = await receiver()
  const secret = await setWebhook(ctx, actor, url)
  const alert = await makeAlert(ctx, actor, wantedAlert({ webhook: true, note: 'Sell half' }))
  await fire(ctx, alert.id, actor.accountId)
  expect(await deliverDue(ctx)).toBe(2)
  const mail = (await ctx.mails(email)).find(({ subject }) => subject === 'NASDAQ:AAPL: Price rises to 200')
  expect(mail?.text).toContain('Sell half')
  const [one] = received
  expect(JSON.parse(one?.body ?? '')).toMatchObject({
    type: 'alert.fired',
    data: { alert: { id: alert.id, symbol: 'NASDAQ:AAPL', note: 'Sell half', price: 201.5 } },
  })
  expect(one?.headers['webhook-signature']).toBe(one && signatureOf(secret, one))
  expect(await deliverDue(ctx)).toBe(0)
})

test('a failed webhook delivery is retried later with the same id, and the owner can resend a delivery', async () => {
  const { ctx, actor } = await opened()
  const { url, received } = await receiver([500, 302])
  await setWebhook(ctx, actor, url)
  const alert = await makeAlert(ctx, actor, wantedAlert({ webhook: true, mail: false }))
  await fire(ctx, alert.id, actor.accountId)
  await deliverDue(ctx)
  expect((await readWebhook(ctx, actor)).deliveries).toMatchObject([
    { status: 'queued', attempts: 1, answer: 'HTTP 500' },
  ])
  expect(await deliverDue(ctx)).toBe(0)
  await ctx.clock.advance(6_000)
  await deliverDue(ctx)
  await ctx.clock.advance(12_000)
  await deliverDue(ctx)
  const [delivery] = (await readWebhook(ctx, actor)).deliveries
  expect(delivery).toMatchObject({ status: 'sent', attempts: 3, answer: 'HTTP 200' })
  await replayDelivery(ctx, actor, delivery?.id ?? '')
  await deliverDue(ctx)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.id]))
  expect(received).toHaveLength(4)
})

test('many due deliveries of one account do not hold up the webhook of another account', async () => {
  const { ctx, actor } = await opened()
  const [crowd, one] = [await receiver(), await receiver()]
  await setWebhook(ctx, actor, crowd.url)
  const alert = await makeAlert(ctx, actor, wantedAlert({ webhook: true, mail: false }))
  for (let firings = 0; firings < 25; firings += 1) await fire(ctx, alert.id, actor.accountId)
  await ctx.clock.advance(1_000)
  const other = await testAccount(ctx, 'grace@example.com')
  await setWebhook(ctx, other.actor, one.url)
  await testWebhook(ctx, other.actor)
  expect(await deliverDue(ctx)).toBe(20)
  expect([crowd.received.length, one.received.length]).toEqual([19, 1])
  expect(await deliverDue(ctx)).toBe(6)
})

test('a webhook that does not answer delays the deliveries of other accounts by at most a second', async () => {
  const { ctx, actor } = await opened()
  const { url, received } = await receiver()
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  onTestFinished(() => silent.closeAllConnections())
  await once(silent, 'listening')
  await setWebhook(ctx, actor, `http://127.0.0.1:${(silent.address() as { port: number }).port}/hook`)
  const other = await testAccount(ctx, 'grace@example.com')
  await setWebhook(ctx, other.actor, url)
  await testWebhook(ctx, actor)
  await using _deliveries = await startDeliveries(ctx)
  await asked.promise
  await testWebhook(ctx, other.actor)
  await ctx.clock.advance(1_000)
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1)
})

test('a failing webhook delivery is retried for three days and then marked as failed', async () => {
  const { ctx, actor } = await opened()
  const { url } = await receiver([500, 500, 500])
  await setWebhook(ctx, actor, url)
  await testWebhook(ctx, actor)
  await deliverDue(ctx)
  await ctx.clock.advance(71 * hourMs)
  await deliverDue(ctx)
  expect((await readWebhook(ctx, actor)).deliveries).toMatchObject([{ status: 'queued', attempts: 2 }])
  await ctx.clock.advance(2 * hourMs)
  await deliverDue(ctx)
  expect((await readWebhook(ctx, actor)).deliveries).toMatchObject([{ status: 'failed', symbol: null }])
  await ctx.clock.advance(24 * hourMs)
  expect(await deliverDue(ctx)).toBe(0)
})

test('a webhook URL with a private IP, a forbidden port or a wrong scheme is refused, and a host name with a private IP gets no delivery', async () => {
  const { ctx, actor } = await opened('')
  const { url, received } = await receiver()
  const refused = { error: 'webhook_url_refused' }
  for (const wrong of [url, 'https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'https://10.1.2.3/'])
    await expect(setWebhook(ctx, actor, wrong), wrong).rejects.toMatchObject(refused)
  for (const wrong of [
    'https://example.com:22/',
    'https://93.184.215.14:8080/',
    'https://169.254.169.254/',
    'https://a:b@example.com/',
    'http://example.com/',
    'ftp://example.com/',
  ])
    await expect(setWebhook(ctx, actor, wrong), wrong).rejects.toMatchObject(refused)
  await setWebhook(ctx, actor, 'https://localhost:8443/')
  await testWebhook(ctx, actor)
  await deliverDue(ctx)
  expect((await readWebhook(ctx, actor)).deliveries).toMatchObject([{ answer: 'not reachable' }])
  expect(received).toEqual([])
})

test('the reason why a webhook was not delivered is written only to the log', async () => {
  const { ctx, actor } = await opened()
  const reasons: unknown[] = []
  const log = logTo(({ fields }) => reasons.push(fields.reason), 'info')
  const closed = await receiver()
  closed.server.close()
  const seen = new Set<string>()
  for (const url of ['https://localhost:8443/', 'https://no-such-host.invalid/', 'https://10.0.0.1/', closed.url]) {
    await ctx.postgres.transaction((tx) =>
      putWebhook(tx, actor.accountId, {
        url,
        createdAt: 0,
        secretSealed: ctx.keyring.seal('whsec_', `alert-webhook:${actor.accountId}`),
      }),
    )
    await testWebhook({ ...ctx, log }, actor)
    await deliverDue({ ...ctx, log })
    const [{ status, attempts, answer } = {}] = (await readWebhook(ctx, actor)).deliveries as Partial<AlertDelivery>[]
    seen.add(JSON.stringify({ status, attempts, answer }))
    await ctx.clock.advance(1_000)
  }
  expect([...seen]).toEqual(['{"status":"queued","attempts":1,"answer":"not reachable"}'])
  expect(new Set(reasons).size).toBeGreaterThan(2)
})

test('a webhook may use allowed ports of public addresses and every port of the operator’s networks, but no other private address', () => {
  const reach = { networks: ['10.0.0.0/8'], ports: [443, 8443] }
  const open = (address: string, port: number) => mayReach(address, port, reach)
  expect([open('93.184.215.14', 443), open('93.184.215.14', 8443), open('10.1.2.3', 22)]).toEqual([true, true, true])
  expect([open('93.184.215.14', 22), open('93.184.215.14', 80), open('127.0.0.1', 443)]).toEqual([false, false, false])
})

test('a new webhook secret signs deliveries at once, and for 24 hours the previous secret also signs the deliveries', async () => {
  const { ctx, actor } = await opened()
  const { url, received } = await receiver()
  await setWebhook(ctx, actor, url)
  const [second, third] = [await rotateSecret(ctx, actor), await rotateSecret(ctx, actor)]
  expect((await readWebhook(ctx, actor)).webhook).toMatchObject({ formerUntil: ctx.clock.now() + 24 * hourMs })
  const signatures = async () => {
    await testWebhook(ctx, actor)
    await deliverDue(ctx)
    const one = received.at(-1)
    if (!one) throw new Error('nothing was received')
    return { sent: one.headers['webhook-signature'], by: (secret: string) => signatureOf(secret, one) }
  }
  const both = await signatures()
  expect(both.sent).toBe(`${both.by(third)} ${both.by(second)}`)
  expect(await resealWebhooks(ctx, [1], 10)).toBe(2)
  expect((await signatures()).sent).toMatch(/^v1,\S+ v1,\S+$/)
  await ctx.clock.advance(24 * hourMs - 1)
  expect((await signatures()).sent).toMatch(/^v1,\S+ v1,\S+$/)
  await ctx.clock.advance(1)
  const one = await signatures()
  expect(one.sent).toBe(one.by(third))
  expect((await readWebhook(ctx, actor)).webhook).toMatchObject({ formerUntil: null })
})

test('pending deliveries of a removed webhook are not sent', async () => {
  const { ctx, actor } = await opened()
  const { url } = await receiver()
  await setWebhook(ctx, actor, url)
  await testWebhook(ctx, actor)
  await deliverDue(ctx)
  await ctx.clock.advance(1_000)
  await testWebhook(ctx, actor)
  await removeWebhook(ctx, actor)
  expect(await deliverDue(ctx)).toBe(0)
  expect((await readWebhook(ctx, actor)).deliveries).toMatchObject([{ status: 'failed' }, { status: 'sent' }])
})

test('the mail of an alert does not wait for earlier webhook deliveries', async () => {
  const { ctx, actor, email } = await opened()
  const { url, received } = await receiver()
  await setWebhook(ctx, actor, url)
  const posted = await makeAlert(ctx, actor, wantedAlert({ webhook: true, mail: false }))
  for (let n = 0; n < 30; n += 1) await fire(ctx, posted.id, actor.accountId)
  await ctx.clock.advance(1_000)
  const mailed = await makeAlert(ctx, actor, wantedAlert())
  await fire(ctx, mailed.id, actor.accountId)
  await deliverDue(ctx)
  expect((await ctx.mails(email)).filter(({ subject }) => subject.startsWith('NASDAQ:AAPL'))).toHaveLength(1)
  expect(received.length).toBeLessThan(30)
})

test('if an alert is removed after its delivery was claimed, nothing is sent to its webhook', async () => {
  const { ctx, actor } = await opened()
  const { url, received } = await receiver()
  await setWebhook(ctx, actor, url)
  const alert = await makeAlert(ctx, actor, wantedAlert({ webhook: true, mail: false }))
  await fire(ctx, alert.id, actor.accountId)
  const removed = afterFirstRead(
    ctx,
    () => removeAlert(ctx, actor, alert.id),
    (row) => row !== undefined && 'firing_id' in row,
  )
  expect(await deliverDue(removed)).toBe(1)
  expect(received).toEqual([])
})

test('an account gets no more alert mails in any 24 hours than the limit allows', async () => {
  const { ctx, actor } = await opened()
  const alert = await makeAlert(ctx, actor, wantedAlert())
  const mailsAfter = async (firings: number) => {
    for (let n = 0; n < firings; n++) await fire(ctx, alert.id, actor.accountId)
    while ((await deliverDue(ctx)) > 0);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from mail_outbox
      where subject like 'NASDAQ:AAPL%'`.execute(ctx.postgres.db)
    return rows[0]?.n
  }
  const { limit } = mailsPerDay
  expect(await mailsAfter(limit + 1)).toBe(limit)
  await ctx.clock.advance(dayMs - 1_000)
  expect(await mailsAfter(1)).toBe(limit)
  expect((await readWebhook(ctx, actor)).deliveries[0]).toMatchObject({ way: 'mail', status: 'failed' })
  await ctx.clock.advance(1_000)
  expect(await mailsAfter(1)).toBe(limit + 1)
})
