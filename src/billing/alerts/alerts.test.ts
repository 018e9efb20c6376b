import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertReceiver, alertSecret } from '#test/fixtures/alert-receiver.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { openIncident, openIncidents } from '../deposits/incident-store.ts'
import { networkHealth } from '../networks/network-health.ts'
import { closeHeld } from '../operator/held-payments.ts'
import { alertsLine, raiseAlerts, sendTestAlert, watchForSilence } from './alerts.ts'
import { measurePayments } from './payment-metrics.ts'
import { startAlerts } from './start-alerts.ts'
import { deliverAlerts } from './webhook.ts'

const actor = { kind: 'operator-cli' } as const
const operator = 'operator@example.com'
const withWebhook = { ALERT_EMAIL: operator, ALERT_WEBHOOK_URL: 'http://localhost', ALERT_WEBHOOK_SECRET: alertSecret }

const held = (ctx: TestPlatform, subject: string) =>
  openIncident(ctx.postgres.db, {
    network: 'TRC20',
    kind: 'native_coin',
    subject,
    detail: { coin: '1 TRX' },
    at: ctx.clock.now(),
  })

test('the operator gets one mail and one webhook call when an incident opens, and again when the incident closes', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  await held(ctx, 'TRC20:0xabc')
  expect(await raiseAlerts(ctx)).toBe(1)
  expect(await raiseAlerts(ctx)).toBe(0)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(1)
  await ctx.clock.advance(60_000)
  const [incident] = await openIncidents(ctx.postgres.db)
  await closeHeld(ctx, actor, incident?.id ?? '', 'sent it back')
  expect([await raiseAlerts(ctx), await raiseAlerts(ctx)]).toEqual([1, 0])
  await deliverAlerts(ctx, receiving.webhook)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(0)
  expect(receiving.posts.map(({ signed }) => signed)).toEqual([true, true])
  expect(new Set(receiving.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(receiving.posts[0]?.headers['webhook-timestamp']).toBe(String(Date.parse('2026-01-05T12:00:00Z') / 1000))
  expect(receiving.posts.map(({ body }) => body)).toMatchObject([
    {
      type: 'incident.opened',
      timestamp: '2026-01-05T12:00:00.000Z',
      data: {
        installation: 'http://localhost:3000',
        incident: {
          kind: 'native_coin',
          network: 'TRC20',
          subject: 'TRC20:0xabc',
          detail: { coin: '1 TRX' },
          closedAt: null,
        },
      },
    },
    { type: 'incident.closed', data: { incident: { closedAt: '2026-01-05T12:01:00.000Z', note: 'sent it back' } } },
  ])
  const mails = await ctx.mails(operator)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Closed: native_coin, TRC20 TRC20:0xabc',
    'Incident: native_coin, TRC20 TRC20:0xabc',
  ])
  expect(mails[1]?.text).toContain('Native coin was sent to a deposit address.')
})

test('incidents found together share one mail, but each causes a webhook call; at most twenty mails are sent an hour', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  for (let n = 0; n < 25; n++) await held(ctx, `first ${n}`)
  expect(await raiseAlerts(ctx)).toBe(25)
  expect((await ctx.mails(operator))[0]).toMatchObject({ subject: '25 alerts' })
  expect((await ctx.mails(operator))[0]?.text).toContain('And 5 more')
  for (let n = 0; n < 25; n++) {
    await held(ctx, `more ${n}`)
    await raiseAlerts(ctx)
  }
  const mails = await ctx.mails(operator)
  expect(mails).toHaveLength(20)
  expect(mails[0]?.text).toContain('No more mails of this kind')
  while ((await deliverAlerts(ctx, receiving.webhook)) > 0);
  expect(receiving.posts).toHaveLength(50)
  await ctx.clock.advance(3_599_999)
  await held(ctx, 'within the hour')
  await raiseAlerts(ctx)
  expect(await ctx.mails(operator)).toHaveLength(20)
  await ctx.clock.advance(1)
  await held(ctx, 'an hour later')
  await raiseAlerts(ctx)
  expect(await ctx.mails(operator)).toHaveLength(21)
})

test('an alert whose webhook call fails is retried for three days at growing intervals, under the same id', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  await held(ctx, 'one')
  await raiseAlerts(ctx)
  receiving.state.status = 302
  const tries: number[] = []
  for (let minute = 0; minute < 60; minute++) {
    tries.push(await deliverAlerts(ctx, receiving.webhook))
    await ctx.clock.advance(60_000)
  }
  const minutes = tries.flatMap((tried, minute) => (tried > 0 ? [minute] : []))
  const waits = minutes.slice(1).map((minute, at) => minute - (minutes[at] ?? 0))
  expect(waits.slice(0, 3)).toEqual([1, 1, 1])
  expect(waits.at(-1)).toBeGreaterThan(10)
  expect(await alertsLine(ctx)).toContain('1 waiting, last problem: HTTP 302')
  receiving.state.status = 200
  await ctx.clock.advance(16 * 60_000)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(1)
  expect(
    new Set(receiving.posts.map(({ headers, body }) => `${headers['webhook-id']} ${JSON.stringify(body)}`)).size,
  ).toBe(1)
  expect(await alertsLine(ctx)).toBe(`mail to ${operator}; webhook, 0 waiting`)
  await held(ctx, 'two')
  await raiseAlerts(ctx)
  const gone = await alertReceiver()
  await gone[Symbol.asyncDispose]()
  await ctx.clock.advance(71 * 3_600_000)
  expect(await deliverAlerts(ctx, gone.webhook)).toBe(1)
  expect(await alertsLine(ctx)).toContain('1 waiting')
  await ctx.clock.advance(2 * 3_600_000)
  expect(await deliverAlerts(ctx, gone.webhook)).toBe(1)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(0)
  await expect(alertsLine(ctx)).rejects.toThrow(/missed 1 alerts in the last week, last problem: .*ECONNREFUSED/)
})

test('the webhook is told that an incident closed only after the receiver has accepted the call about its opening', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  const deliverAll = async () => {
    while ((await deliverAlerts(ctx, receiving.webhook)) > 0);
  }
  await held(ctx, 'one')
  await raiseAlerts(ctx)
  receiving.state.status = 503
  await deliverAll()
  receiving.state.status = 200
  const [incident] = await openIncidents(ctx.postgres.db)
  await closeHeld(ctx, actor, incident?.id ?? '', 'sent it back')
  await raiseAlerts(ctx)
  await deliverAll()
  await ctx.clock.advance(60_000)
  await deliverAll()
  expect(receiving.posts.map(({ body }) => body.type)).toEqual([
    'incident.opened',
    'incident.opened',
    'incident.closed',
  ])
})

test('concurrent processes post an alert once; if the sending process dies before the post, another process posts the alert', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  await held(ctx, 'one')
  await Promise.all([raiseAlerts(ctx), raiseAlerts(ctx)])
  await Promise.all([deliverAlerts(ctx, receiving.webhook), deliverAlerts(ctx, receiving.webhook)])
  expect(receiving.posts).toHaveLength(1)
  expect(await ctx.mails(operator)).toHaveLength(1)
  await held(ctx, 'two')
  await raiseAlerts(ctx)
  // A process claimed the alert and died.
  await sql`update payment_alert set attempts = 1, next_at = ${new Date(ctx.clock.now() + 120_000)}
    where status = 'queued'`.execute(ctx.postgres.db)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(0)
  await ctx.clock.advance(121_000)
  expect(await deliverAlerts(ctx, receiving.webhook)).toBe(1)
  expect(receiving.posts.map(({ body }) => body.data.incident?.subject)).toEqual(['one', 'two'])
})

test('an incident opens for a payment network that is not scanned for six minutes, unless the process started a minute ago', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const kinds = async () => (await openIncidents(ctx.postgres.db)).map(({ kind }) => kind)
  const began = ctx.clock.now()
  await ctx.clock.advance(6 * 60_000)
  await watchForSilence(ctx, ctx.clock.now() - 60_000, await networkHealth(ctx))
  expect(await kinds()).toEqual([])
  await watchForSilence(ctx, began, await networkHealth(ctx))
  expect(await kinds()).toEqual(['network_lagging'])
  await watchForSilence(ctx, ctx.clock.now(), await networkHealth(ctx))
  expect(await kinds()).toEqual(['network_lagging'])
  await world.tick()
  await watchForSilence(ctx, began, await networkHealth(ctx))
  expect(await kinds()).toEqual([])
})

test('a payment network without scans is reported as lagging, and a network whose scans reach no node as without a trusted node', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const kinds = async () => (await openIncidents(ctx.postgres.db)).map(({ kind }) => kind)
  const began = ctx.clock.now()
  world.fault = () => 'disconnected'
  await world.scan()
  await ctx.clock.advance(6 * 60_000)
  await watchForSilence(ctx, began, await networkHealth(ctx))
  expect(await kinds()).toEqual(['network_lagging'])
  world.fault = () => null
  world.chain.mineUntil(ctx.clock.now())
  await world.scan()
  await watchForSilence(ctx, began, await networkHealth(ctx))
  expect(await kinds()).toEqual([])
  world.fault = () => 'disconnected'
  await world.scan()
  await ctx.clock.advance(6 * 60_000)
  await world.scan()
  await watchForSilence(ctx, began, await networkHealth(ctx))
  expect(await kinds()).toEqual(['no_trusted_node'])
})

test('a test alert goes to every channel, and a missing channel is reported', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  const sent = await sendTestAlert(ctx, actor)
  expect(sent).toMatchObject({ email: operator, webhook: true })
  await deliverAlerts(ctx, receiving.webhook)
  expect(receiving.posts).toMatchObject([
    { signed: true, headers: { 'webhook-id': sent?.id }, body: { type: 'test', data: { incident: null } } },
  ])
  expect((await ctx.mails(operator))[0]?.subject).toBe('Test of the alerts')
  await using silent = await testPlatform({ settings: { MODE: 'live', ALERT_EMAIL: '' } })
  expect(await sendTestAlert(silent, actor)).toBeNull()
  await expect(alertsLine(silent)).rejects.toThrow('set ALERT_EMAIL or ALERT_WEBHOOK_URL')
})

test('the metrics show the state, the last scan and the open incidents of each payment network', async () => {
  await using ctx = await testPlatform()
  await PaymentWorld.open(ctx)
  await held(ctx, 'one')
  const scannedAt = ctx.clock.now() / 1_000
  await ctx.clock.advance(240_000)
  await measurePayments(ctx)
  const figures = (await ctx.metrics.text()).split('\n')
  expect(figures).toEqual(
    expect.arrayContaining([
      'tapewire_payment_head_block{network="TRC20"} 1000',
      `tapewire_payment_last_look_timestamp_seconds{network="TRC20"} ${scannedAt}`,
      'tapewire_payment_stopped{network="TRC20"} 1',
      'tapewire_payment_paused{network="TRC20"} 0',
      'tapewire_payment_open_incidents{network="TRC20"} 1',
      'tapewire_payment_open_incidents{network="ETC20"} 0',
    ]),
  )
})

test('an unresponsive webhook receiver delays neither the alert mails nor the stop of the process', async () => {
  await using ctx = await testPlatform({ settings: withWebhook })
  await using receiving = await alertReceiver()
  receiving.state.answers = false
  await held(ctx, 'one')
  const running = startAlerts(ctx, { webhook: receiving.webhook, place: null, report: () => {} })
  await expect.poll(async () => (await ctx.mails(operator)).length).toBe(1)
  await ctx.clock.advance(15_000)
  await expect.poll(() => receiving.posts.length).toBe(1)
  await held(ctx, 'two')
  // Advances the clock at each poll, since the running round may begin its sleep after an advance of the clock.
  const mailsAfterARound = async () => {
    await ctx.clock.advance(10_000)
    return (await ctx.mails(operator)).length
  }
  await expect.poll(mailsAfterARound).toBe(2)
  await running[Symbol.asyncDispose]()
  expect(await alertsLine(ctx)).toContain('2 waiting')
})

test('the role billing may read the alert recipients and send a test alert, and the role support may do neither', async () => {
  await using alerted = await testPlatform({ settings: withWebhook })
  await using silent = await testPlatform({ settings: { MODE: 'live', ALERT_EMAIL: '' } })
  const sendAs = async (ctx: TestPlatform, role: 'billing' | 'support', path: string, body?: object) => {
    const { token } = await testStaff(ctx, `${ctx.random.uuid()}@example.com`, role)
    const headers = { authorization: `Bearer ${token}` }
    return siteApi(ctx).send(`/api/operator${path}`, { headers, ...(body && { body }) })
  }
  expect((await sendAs(alerted, 'billing', '/alerts')).data).toMatchObject({
    email: operator,
    webhook: true,
    failed: 0,
  })
  expect((await sendAs(alerted, 'billing', '/alerts/test', {})).status).toBe(200)
  expect((await sendAs(alerted, 'billing', '/alerts')).data).toMatchObject({ waiting: 1 })
  expect(await audited(alerted, 'alert.test')).toMatchObject([{ actor_kind: 'staff' }])
  expect(await sendAs(alerted, 'support', '/alerts')).toMatchObject({ error: 'staff_role_required' })
  expect(await sendAs(alerted, 'support', '/alerts/test', {})).toMatchObject({ error: 'staff_role_required' })
  expect(await sendAs(silent, 'billing', '/alerts/test', {})).toMatchObject({ error: 'conflict' })
})
