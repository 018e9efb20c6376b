import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderRoute,
  claimPaymentRoute,
  createOrderRoute,
  getOrderRoute,
  listOrdersRoute,
  quoteRoute,
} from '#src/contract/account/billing.ts'
import {
  billingDetailsRoute,
  billingRoute,
  readDetailsRoute,
  requestRefundRoute,
  withdrawRefundRoute,
} from '#src/contract/account/credit.ts'
import {
  freeKeyRoute,
  issueKeyRoute,
  listKeysRoute,
  renameKeyRoute,
  resetKeyRoute,
  revealKeyRoute,
  revokeKeyRoute,
} from '#src/contract/account/keys.ts'
import { listPlansRoute } from '#src/contract/account/plans.ts'
import { chooseRenewalRoute, listRenewalsRoute } from '#src/contract/account/renewals.ts'
import { issueKey, listKeys } from '#src/keys/keys.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { logTo } from '#src/platform/log/log.ts'
import { callerOf, fits, refused } from '#test/fixtures/contract-answer.ts'
import { putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { orderCsv } from './order-page.ts'

const logged: string[] = []
let ctx: TestPlatform
let world: PaymentWorld
let site: SiteApi
let customers = 0

beforeAll(async () => {
  const plain = await testPlatform({ clickhouse: true })
  ctx = { ...plain, log: logTo((line) => void logged.push(JSON.stringify(line)), 'debug') }
  world = await PaymentWorld.open(ctx)
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const customer = async () => callerOf(site, await world.customer(`c${++customers}@example.com`))

const verdicts = (...secrets: string[]) => Promise.all(secrets.map(async (secret) => (await site.verify(secret)).kind))

const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }

test('each response about an order, from the quote to the cancellation, matches the contract', async () => {
  const ada = await customer()
  const quote = fits(quoteRoute, await ada.send('/api/order/quote', wish))
  expect(quote).toMatchObject({ list: '99.00', discount: '19.80', payable: '79.20', credit: '0.00' })
  const made = fits(createOrderRoute, await ada.send('/api/order', wish))
  expect(made).toMatchObject({ status: 0, payment: 'waiting', amount: '79.20', expiresAt: made.serverTime + 1_800_000 })
  expect(fits(getOrderRoute, await ada.send(`/api/order/${made.orderNo}`))).toEqual(made)
  const page = fits(listOrdersRoute, await ada.send('/api/order?page=1&size=5'))
  expect(page).toEqual({ content: [made], page: 1, size: 5, last: true, totalElements: 1 })
  const found = async (query: string) => fits(listOrdersRoute, await ada.send(`/api/order?${query}`)).totalElements
  expect(await found(`q=${made.orderNo.slice(3, 9)}&status=0`)).toBe(1)
  expect(await found('q=Integrated · Base&order=oldest')).toBe(1)
  for (const none of ['q=nothing', 'q=%25', 'status=1', 'to=2000-01-01', 'from=2099-01-01'])
    expect(await found(none)).toBe(0)
  const csvOf = (status: 0 | 1) => orderCsv(ctx, ada.actor, { status }, 'en-US')
  expect((await csvOf(0)).split('\r\n')[1]).toContain(`${made.orderNo},`)
  expect(await csvOf(1)).not.toContain(made.orderNo)
  const inChinese = (q: string) => orderCsv(ctx, ada.actor, { q }, 'zh-HK')
  expect(await inChinese('基本版')).toContain(made.orderNo)
  expect(await inChinese('尊尚版')).not.toContain(made.orderNo)
  const claim = await ada.send(`/api/order/${made.orderNo}/claim`, { txHash: 'ab'.repeat(32) })
  expect(fits(claimPaymentRoute, claim).result).toBe('looking')
  const cancelled = fits(cancelOrderRoute, await ada.send(`/api/order/${made.orderNo}/cancel`, {}))
  expect(cancelled).toMatchObject({ status: 2, closedAt: ctx.clock.now() })
  const audit = await sql<{
    action: string
  }>`select action from audit where subject = ${made.orderNo} order by id`.execute(ctx.postgres.db)
  expect(audit.rows.map(({ action }) => action)).toEqual(['order.create', 'order.claim', 'order.cancel'])
})

test('each response about credit, a refund and the receipt details matches the contract', async () => {
  const ada = await customer()
  await giveCredit(ctx, ada.email, 9_000_000n)
  const details = { name: ' Ada  Ltd ', address: '', country: 'FR', taxId: '7' }
  const cookie = `authorization=${ada.token}`
  const put = (body: object) => site.send('/api/billing/details', { method: 'PUT', body, cookie })
  expect(fits(billingDetailsRoute, await put(details))).toEqual({ ...details, name: 'Ada  Ltd' })
  refused(await put({ ...details, taxId: 'x'.repeat(61) }), billingDetailsRoute, 'invalid_parameter', 'taxId')
  refused(await put({ ...details, name: 'a\u202eb' }), billingDetailsRoute, 'invalid_parameter', 'name')
  refused(await put({ ...details, country: 'XX' }), billingDetailsRoute, 'invalid_parameter', 'country')
  expect(fits(readDetailsRoute, await ada.send('/api/billing/details'))).toMatchObject({ country: 'FR' })
  const input = { network: 'TRC20', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '5' }
  refused(
    await ada.send('/api/billing/refunds', { ...input, amount: '10' }),
    requestRefundRoute,
    'refund_amount_invalid',
    'amount',
  )
  const refund = fits(requestRefundRoute, await ada.send('/api/billing/refunds', input))
  const billing = fits(billingRoute, await ada.send('/api/billing'))
  expect(billing).toMatchObject({ credit: '4.00', refunds: [refund], entries: { next: null } })
  refused(await ada.send('/api/billing?after=0'), billingRoute, 'invalid_cursor', 'after')
  const withdraw = `/api/billing/refunds/${refund.id}/withdraw`
  refused(await (await customer()).send(withdraw, {}), withdrawRefundRoute, 'not_found')
  expect(fits(withdrawRefundRoute, await ada.send(withdraw, {})).status).toBe('withdrawn')
})

test('the responses that list, reveal, rename, reset and revoke a key match the contract', async () => {
  const ada = await customer()
  const [key] = fits(listKeysRoute, await ada.send('/api/keys?t=1'))
  if (!key) throw new Error('no key')
  const secret = fits(revealKeyRoute, await ada.send(`/api/keys/${key.id}/reveal`, {})).key
  expect(secret).toMatch(/^tw_live_\w{36}$/)
  expect(fits(renameKeyRoute, await ada.send(`/api/keys/${key.id}/rename`, { name: 'Backtest' })).aliasName).toBe(
    'Backtest',
  )
  const reset = fits(resetKeyRoute, await ada.send(`/api/keys/${key.id}/reset`, { overlapHours: 24 }))
  expect(reset.key).not.toBe(secret)
  expect(await verdicts(secret, reset.key)).toEqual(['ok', 'ok'])
  refused(await ada.send(`/api/keys/${key.id}/free`, {}), freeKeyRoute, 'plan_not_ended')
  fits(revokeKeyRoute, await ada.send(`/api/keys/${key.id}/revoke`, {}))
  expect(await verdicts(secret, reset.key)).toEqual(['refused', 'refused'])
  const audit = await sql<{ action: string }>`select action from audit where subject = ${key.id} order by id`.execute(
    ctx.postgres.db,
  )
  expect(audit.rows.map(({ action }) => action)).toEqual([
    'key.issue',
    'key.reveal',
    'key.rename',
    'key.reset',
    'key.revoke',
  ])
})

test('a key with an expired plan can be switched to the free plan', async () => {
  const ada = await customer()
  const [key] = (await ada.send('/api/keys')).data
  await putOnPlan(ctx, key.id, 'integrated-base', ctx.clock.now())
  const free = fits(freeKeyRoute, await ada.send(`/api/keys/${key.id}/free`, {}))
  expect(free).toMatchObject({ id: key.id, planId: 'integrated-free', status: 'normal' })
})

test('an account gets a new integrated key at most once a day, and only while it has no valid integrated key', async () => {
  const ada = await customer()
  const [key] = (await ada.send('/api/keys')).data
  refused(await ada.send('/api/keys', {}), issueKeyRoute, 'integrated_key_exists')
  await ada.send(`/api/keys/${key.id}/revoke`, {})
  refused(await ada.send('/api/keys', { planId: 'integrated-premium' }), issueKeyRoute, 'unknown_field', 'planId')
  const issued = fits(issueKeyRoute, await ada.send('/api/keys', {}))
  expect(issued).toMatchObject({ planId: 'integrated-free', key: expect.stringMatching(/^tw_live_\w{36}$/) })
  await ada.send(`/api/keys/${issued.id}/revoke`, {})
  const again = await ada.send('/api/keys', {})
  refused(again, issueKeyRoute, 'reset_too_soon')
  expect([again.status, again.code]).toEqual([429, 733])
})

test('every call about orders, credit and keys requires a sign-in, except the plan list and the report of a leaked key', async () => {
  const routes = site.api.routes.filter(({ path }) => /^\/api\/(order|billing|renewals|keys)(\/|$)/.test(path))
  const [open, closed] = [routes.filter(({ auth }) => auth === 'none'), routes.filter(({ auth }) => auth !== 'none')]
  expect(open.map(({ path }) => path).sort()).toEqual(['/api/keys/leaked', '/api/order/plan'])
  for (const { method, path } of closed) {
    const answer = await site.send(path.replace(/\{\w+\}/, 'x'), method === 'GET' ? {} : { method, body: {} })
    expect([answer.status, answer.error], `${method} ${path}`).toEqual([401, 'not_signed_in'])
  }
})

test.each([
  ['empty', '', 'key_name_empty'],
  ['spaces', '   ', 'key_name_empty'],
  ['500 characters', 'x'.repeat(500), 'key_name_too_long'],
  ['65 characters', 'x'.repeat(65), 'key_name_too_long'],
  ['a control character', 'a\u0007b', 'key_name_invalid'],
  ['a right-to-left override', 'a\u202eb', 'key_name_invalid'],
] as const)('a name of an API key that is %s is refused', async (_what, name, error) => {
  const ada = await customer()
  const [key] = (await ada.send('/api/keys')).data
  refused(await ada.send(`/api/keys/${key.id}/rename`, { name }), renameKeyRoute, error, 'name')
})

test('the name of an API key may have emoji and 64 characters', async () => {
  const ada = await customer()
  const [key] = (await ada.send('/api/keys')).data
  for (const name of ['🚀 prod', 'é'.repeat(64), '😀'.repeat(64)]) {
    expect((await ada.send(`/api/keys/${key.id}/rename`, { name })).data.aliasName).toBe(name)
  }
})

test('a key can be reset once per UTC day, and only by its owner; other accounts get 404', async () => {
  const ada = await customer()
  const eve = await customer()
  const [key] = (await ada.send('/api/keys')).data
  refused(await eve.send(`/api/keys/${key.id}/reset`, {}), resetKeyRoute, 'not_found')
  expect((await ada.send(`/api/keys/${key.id}/reset`, {})).code).toBe(0)
  const again = await ada.send(`/api/keys/${key.id}/reset`, {})
  refused(again, resetKeyRoute, 'reset_too_soon')
  const midnight = Date.UTC(2026, 0, 6)
  expect(Number(again.headers.get('retry-after'))).toBe(Math.ceil((midnight - ctx.clock.now()) / 1_000))
})

test.each([
  ['empty', ''],
  ['256 characters', 'x'.repeat(256)],
])('an Idempotency-Key that is %s is refused', async (_what, key) => {
  const ada = await customer()
  const answer = await ada.send('/api/order', wish, { 'idempotency-key': key })
  refused(answer, createOrderRoute, 'idempotency_key_invalid', 'Idempotency-Key')
})

test('a reused Idempotency-Key with another body is refused, and a concurrent identical call gets the same response', async () => {
  const ada = await customer()
  const headers = { 'idempotency-key': 'x'.repeat(255) }
  const [first, second] = await Promise.all([
    ada.send('/api/order', wish, headers),
    ada.send('/api/order', wish, headers),
  ])
  expect(fits(createOrderRoute, second)).toEqual(fits(createOrderRoute, first))
  const other = await ada.send('/api/order', { ...wish, period: 'year' }, headers)
  refused(other, createOrderRoute, 'idempotency_mismatch')
})

test.each(['/api/order/quote', '/api/order'])(
  'a call of %s may omit the currency, and a currency other than USDT is refused',
  async (path) => {
    const ada = await customer()
    expect((await ada.send(path, wish)).code).toBe(0)
    expect((await ada.send(path, { ...wish, currency: 'USD' })).body).toMatchObject({ param: 'currency' })
    const { currency: _, ...short } = wish
    expect((await (await customer()).send(path, short)).code).toBe(0)
  },
)

test('a customer chooses automatic renewal and the next plan, and the choice is stored and listed', async () => {
  const ada = await customer()
  const [free] = await listKeys(ctx, ada.actor, 'en-US')
  await putOnPlan(ctx, free?.id ?? '', 'integrated-premium', ctx.clock.now() + 1e9)
  const choice = { automatic: true, next: { planId: 'integrated-base', period: 'year' } }
  const send = (body: object) =>
    site.send(`/api/renewals/${free?.id}`, { method: 'PUT', body, headers: { authorization: `Bearer ${ada.token}` } })
  expect(fits(chooseRenewalRoute, await send(choice))).toMatchObject({ automatic: true, next: choice.next })
  const listed = { keyId: free?.id, automatic: true, next: choice.next }
  expect(fits(listRenewalsRoute, await ada.send('/api/renewals'))).toMatchObject([listed])
  refused(
    await send({ ...choice, next: { ...choice.next, planId: 'x' } }),
    chooseRenewalRoute,
    'invalid_parameter',
    'next',
  )
})

test('the security page and the mail about a deletion state the credit and the open order of the account', async () => {
  const who = await world.customer(`leaving${++customers}@example.com`)
  const ada = await callerOf(site, who)
  await giveCredit(ctx, who.email, 20_000_000n)
  const { orderNo } = (await ada.send('/api/order', wish)).data
  await giveCredit(ctx, who.email, 5_000_000n)
  expect((await ada.send('/api/security')).data).toMatchObject({ credit: '5.00', openOrder: orderNo })
  expect((await ada.send('/api/security/delete', { email: who.email })).code).toBe(0)
  const [mail] = await ctx.mails(who.email)
  expect(mail?.text).toContain('It holds 5.00 USDT of credit: ask for the refund before then')
  expect(mail?.text).toContain(`The order ${orderNo} is still open`)
  expect(mail?.text).toContain('/en-US/dashboard/billing')
})

test('the renewal of a customised plan is refused with the advice to contact customer service', async () => {
  const ada = await customer()
  const plan = firstCatalogue.planById('fund-us-enterprise')
  if (!plan) throw new Error('the catalogue lost a plan')
  const { accountId } = ada.actor
  const key = await ctx.postgres.transaction((tx) =>
    issueKey(ctx, tx, { kind: 'operator-cli' }, { accountId, plan, expiresAt: ctx.clock.now() + 1e9 }),
  )
  const renewal = { ...wish, planId: plan.id, keyId: key?.id }
  for (const [path, route] of [
    ['/api/order/quote', quoteRoute],
    ['/api/order', createOrderRoute],
  ] as const) {
    const answer = await ada.send(path, renewal)
    refused(answer, route, 'plan_no_renewal')
    expect(answer).toMatchObject({ code: 728, msg: 'Contact customer service to renew the current plan.' })
  }
})

test.each([
  ['an unknown plan', { planId: 'stock-xx-base' }, 'invalid_parameter', 'planId'],
  ['a customised plan', { planId: 'integrated-enterprise' }, 'plan_customised', undefined],
  ['a lower plan than the current', { planId: 'integrated-base' }, 'plan_no_downgrade', undefined],
  ['a weekly period', { period: 'weekly' }, 'invalid_parameter', 'period'],
  ['the network BTC', { network: 'BTC' }, 'invalid_parameter', 'network'],
  ['another currency', { currency: 'USD' }, 'invalid_parameter', 'currency'],
] as const)('ordering with %s is refused', async (_what, change, error, param) => {
  const ada = await customer()
  const plan = firstCatalogue.planById('integrated-premium')
  if (!plan) throw new Error('the catalogue lost a plan')
  await sql`delete from api_key where account_id = ${ada.actor.accountId}`.execute(ctx.postgres.db)
  await ctx.postgres.transaction((tx) =>
    issueKey(
      ctx,
      tx,
      { kind: 'operator-cli' },
      { accountId: ada.actor.accountId, plan, expiresAt: ctx.clock.now() + 1e9 },
    ),
  )
  refused(
    await ada.send('/api/order', { ...wish, planId: 'integrated-premium', ...change }),
    createOrderRoute,
    error,
    param,
  )
})

test.each(['price', 'payable', 'discount', 'status', 'expiresAt', 'accountId'])(
  'an order request that contains the field %s is refused, and nothing is ordered',
  async (field) => {
    const ada = await customer()
    refused(await ada.send('/api/order', { ...wish, [field]: 1 }), createOrderRoute, 'unknown_field', field)
    expect((await ada.send('/api/order')).data.totalElements).toBe(0)
  },
)

test('an order is refused while an earlier order is unpaid, and the refusal has the number of the earlier order', async () => {
  const ada = await customer()
  const { data: first } = await ada.send('/api/order', wish)
  const second = await ada.send('/api/order', { ...wish, planId: 'stock-us-base' })
  refused(second, createOrderRoute, 'order_unpaid')
  expect(second.body.orderNo).toBe(first.orderNo)
})

test('a refused cancellation states the status of the order, and calls for an order of another account get 404', async () => {
  const ada = await customer()
  const eve = await customer()
  const { data: order } = await ada.send('/api/order', wish)
  for (const path of ['', '/cancel', '/claim', '/events'] as const) {
    const body = { '': undefined, '/events': undefined, '/cancel': {}, '/claim': { txHash: 'ab'.repeat(32) } }[path]
    expect((await eve.send(`/api/order/${order.orderNo}${path}`, body)).status).toBe(404)
  }
  expect(fits(getOrderRoute, await ada.send(`/api/order/${order.orderNo}`))).toEqual(order)
  fits(cancelOrderRoute, await ada.send(`/api/order/${order.orderNo}/cancel`, {}))
  const again = await ada.send(`/api/order/${order.orderNo}/cancel`, {})
  refused(again, cancelOrderRoute, 'order_not_cancellable')
  expect(again.body.status).toBe(2)
})

test('the plan list needs no sign-in; the query parameters t and token are ignored and not logged', async () => {
  const plain = await site.send('/api/order/plan')
  fits(listPlansRoute, plain)
  const odd = await site.send('/api/order/plan?t=<script>&token=tw_live_secret')
  expect(odd.data).toEqual(plain.data)
  expect((await site.send('/api/order/plan?t=1&t=2&token=tw_live_secret')).status).toBe(400)
  expect(logged.join('\n')).toContain('/api/order/plan')
  expect(logged.join('\n')).not.toMatch(/tw_live_secret|<script>/)
})

test('the data export of an account includes its orders, its ledger and its credit', async () => {
  const ada = await customer()
  const { data: order } = await ada.send('/api/order', wish)
  world.send({ to: world.parse(order.address), value: 80_000_000n })
  await world.settle()
  const { body } = await ada.send('/api/security/export')
  expect(body).toMatchObject({
    payments: {
      orders: [{ orderNo: order.orderNo, status: 1, transactions: [{ amount: '80.00' }] }],
      ledger: [
        { kind: 'deposit', amount: '80.00', orderNo: order.orderNo },
        { kind: 'order', amount: '-79.20', orderNo: order.orderNo },
      ],
      credit: '0.80',
    },
  })
})
