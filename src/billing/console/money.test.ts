import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { addCalls } from '../networks/network-store.ts'
import { requestRefund } from '../refunds/refunds.ts'

let world: PaymentWorld
let site: SiteApi
let billing: string
let owner: string
let support: string
beforeAll(async () => {
  world = await PaymentWorld.alone({ second: true, change: { secondSourceFrom: usdt(50) } })
  site = siteApi(world.ctx)
  billing = (await testStaff(world.ctx, 'billing@example.com', 'billing')).token
  owner = (await testStaff(world.ctx, 'owner@example.com', 'owner')).token
  support = (await testStaff(world.ctx, 'support@example.com', 'support')).token
})
afterAll(() => world[Symbol.asyncDispose]())

const send = (path: string, body?: object, token = billing) =>
  site.send(`/api/operator${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

/** The text of a response that is not JSON, such as an export. */
async function textOf(path: string): Promise<string> {
  const request = new Request(`http://localhost:3000/api/operator/${path}`, {
    headers: { authorization: `Bearer ${billing}` },
  })
  const incoming = { socket: { remoteAddress: '::1' }, headers: {} }
  const response = await site.api.fetch(request, { incoming: incoming as never })
  return response.text()
}

test('staff find a held payment by its transaction, settle its order with a reason, and close the held payment', async () => {
  const order = await world.order(await world.customer())
  world.secondFault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  const hash = await world.pay(order)
  await world.settle()
  const found = await send(`/orders?q=${hash.slice(2).toUpperCase()}`)
  expect(found.data).toMatchObject({
    orders: [
      { no: order.no, state: 'held', customer: { email: 'ada@example.com' }, payable: '79.20', arrived: '79.20' },
    ],
    pending: 1,
    held: 1,
  })
  const [held] = (await send('/held')).data
  expect(held).toMatchObject({
    kind: 'sources_disagree',
    amount: '79.20',
    orders: [order.no],
    transaction: { hash: hash.slice(2) },
    detail: { first: 'confirmed', second: 'unclear' },
  })
  const { data: story } = await send(`/orders/${order.no}`)
  expect(story).toMatchObject({
    customer: { email: 'ada@example.com' },
    addressProven: true,
    transfers: [{ amount: '79.20', state: 'seen' }],
    held: [{ id: held.id }],
    missing: '79.20',
  })
  expect(story.events.map(({ source }: { source: string }) => source)).toContain('transfer')
  const settle = (reason: string) => send(`/orders/${order.no}/settle`, { reason })
  expect(await settle(' ')).toMatchObject({ error: 'missing_parameter', body: { param: 'reason' } })
  expect((await settle('the second node is down')).status).toBe(200)
  expect(await settle('again')).toMatchObject({ status: 409, error: 'order_closed' })
  expect((await send(`/held/${held.id}/close`, { note: 'settled' })).status).toBe(200)
  expect(await send(`/held/${held.id}/close`, { note: 'again' })).toMatchObject({ error: 'not_found' })
  expect((await send('/held')).data).toEqual([])
  expect(await audited(world.ctx, 'order.settle_by_hand')).toMatchObject([
    { actor_kind: 'staff', subject: order.no, detail: { reason: 'the second node is down' } },
  ])
  world.secondFault = () => null
})

test('a write-off above the two-person limit waits until an owner confirms it', async () => {
  const lovelace = await world.customer('lovelace@example.com')
  const order = await world.order(lovelace, { planId: 'integrated-premium', period: 'year' })
  const settle = (token: string) => send(`/orders/${order.no}/settle`, { reason: 'a lost transfer' }, token)
  expect(await settle(billing)).toMatchObject({ status: 409, error: 'second_person_needed' })
  const { open } = (await send('/approvals')).data
  expect(open).toMatchObject([{ verb: 'order.settle_by_hand', subject: order.no, own: true }])
  expect((await send(`/approvals/${open[0].id}/confirm`, {}, owner)).status).toBe(200)
  expect((await send('/approvals')).data).toMatchObject({
    open: [],
    closed: [{ subject: order.no, outcome: 'done', closedBy: 'owner@example.com' }],
  })
  expect(await settle(owner)).toMatchObject({ error: 'order_closed' })
})

test('the role support may read the history of an order, but may not make calls that need the role billing', async () => {
  const [{ no }] = (await send('/orders?state=completed')).data.orders
  expect((await send(`/orders/${no}`, undefined, support)).status).toBe(200)
  const refused = { status: 403, error: 'staff_role_required' }
  const calls: [path: string, body?: object][] = [
    ['/orders'],
    ['/held'],
    ['/refunds'],
    ['/sweeps'],
    ['/networks'],
    ['/accounting/ledger'],
    ['/sweeps/export'],
    [`/orders/${no}/settle`, { reason: 'x' }],
    ['/held/1/close', { note: 'x' }],
    ['/refunds/R-1/approve', {}],
    ['/networks/TRC20/pause', {}],
    ['/sweeps/record', { lines: 'network,address,txHash,amount' }],
  ]
  for (const [path, body] of calls) expect(await send(path, body, support), path).toMatchObject(refused)
})

test('orders are listed newest first, filtered by state, network and day, and paged by a cursor', async () => {
  const order = await world.order(await world.customer('many@example.com'))
  await sql`insert into billing_order select (jsonb_populate_record(o, jsonb_build_object('no', o.no || '-' || n,
      'account_id', n, 'created_at', o.created_at + n * interval '1 ms'))).*
    from billing_order o, generate_series(10, 60) n where o.no = ${order.no}`.execute(world.ctx.postgres.db)
  const numbers = [...Array.from({ length: 51 }, (_, n) => `${order.no}-${60 - n}`), order.no]
  const first = (await send('/orders?state=pending&network=TRC20')).data
  expect(first.orders.map(({ no }: { no: string }) => no)).toEqual(numbers.slice(0, 50))
  const rest = (await send(`/orders?state=pending&after=${first.next}`)).data
  expect(rest.orders.map(({ no }: { no: string }) => no)).toEqual(numbers.slice(50))
  expect(rest.next).toBeNull()
  expect((await send('/orders?network=ETC20')).data.orders).toEqual([])
  const today = new Date(world.ctx.clock.now()).toISOString().slice(0, 10)
  expect((await send(`/orders?state=pending&from=${today}&to=${today}`)).data.orders).toHaveLength(50)
  expect((await send('/orders?to=2020-01-01')).data.orders).toEqual([])
  expect(await send('/orders?after=x')).toMatchObject({ error: 'invalid_cursor' })
  expect(await send('/orders?q=nobody@example.com')).toMatchObject({ error: 'email_unknown', body: { param: 'q' } })
  const { address } = (await send(`/orders/${order.no}`)).data.order
  expect((await send(`/orders?q=${address}`)).data.orders).toMatchObject([{ no: order.no, state: 'awaiting' }])
})

test('recording a refund payment that is not found on the chain needs two people', async () => {
  const grace = await world.customer('grace@example.com')
  await giveCredit(world.ctx, grace.email, usdt(30))
  const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  const { id } = await requestRefund(world.ctx, grace.actor, { network: 'TRC20', address: to, amount: '20' })
  expect((await send('/refunds')).data.open).toMatchObject([
    { id, status: 'requested', email: grace.email, address: to },
  ])
  const pay = (body: object, by = billing) => send(`/refunds/${id}/pay`, body, by)
  const txHash = 'cd'.repeat(32)
  expect(await pay({ txHash, unchecked: true })).toMatchObject({ error: 'conflict' })
  expect((await send(`/refunds/${id}/approve`, {})).status).toBe(200)
  expect(await pay({ txHash: 'no', unchecked: true })).toMatchObject({ body: { param: 'txHash' } })
  const pending = pay({ txHash, unchecked: false })
  for (let isAnswered = false; !isAnswered; ) {
    await world.tick()
    isAnswered = await Promise.race([pending.then(() => true), world.ctx.clock.advance(250).then(() => false)])
  }
  expect(await pending).toMatchObject({ error: 'refund_unproven', body: { param: 'txHash' } })
  expect(await pay({ txHash, unchecked: true })).toMatchObject({ error: 'second_person_needed' })
  expect((await pay({ txHash, unchecked: true }, owner)).status).toBe(200)
  const { open, decided } = (await send('/refunds')).data
  expect(open).toEqual([])
  expect(decided).toMatchObject([{ id, status: 'paid', proven: false, transaction: { hash: txHash } }])
})

test('staff pause, resume and rewind a payment network, and the list of networks shows the new state', async () => {
  await addCalls(world.ctx.postgres.db, 'TRC20', 40, world.ctx.clock.now())
  await addCalls(world.ctx.postgres.db, 'TRC20', 2, world.ctx.clock.now())
  const report = async () => (await send('/networks')).data[0]
  const before = await report()
  expect(before).toMatchObject({ code: 'TRC20', closed: null, paused: false, calls: 42, newKey: null })
  expect(before.head).toBeGreaterThan(1_000)
  expect(await send('/networks/TRC20/pause', { reason: 'a new node' })).toMatchObject({ data: { changed: true } })
  expect(await report()).toMatchObject({ paused: true, closed: { why: 'paused', detail: 'a new node' } })
  expect(await send('/networks/TRC20/resume', {})).toMatchObject({ data: { changed: true } })
  expect(await send('/networks/TRC20/resume', {})).toMatchObject({ data: { changed: false } })
  const rewind = (to: unknown) => send('/networks/TRC20/rewind', { to })
  expect(await rewind(0)).toMatchObject({ error: 'rewind_too_early', body: { param: 'to' } })
  expect(await rewind(before.cursor + 1)).toMatchObject({ error: 'rewind_not_behind' })
  expect((await rewind(before.cursor - 1)).status).toBe(200)
  expect(await report()).toMatchObject({ cursor: before.cursor - 1 })
  expect(await send('/networks/TRC20/accept-xpub', {})).toMatchObject({ error: 'staff_role_required' })
})

test('balances of deposit addresses are listed and exported, and a sweep is recorded once, for at most the balance', async () => {
  const hopper = await world.customer('hopper@example.com')
  await world.pay(await world.order(hopper), usdt(79.2))
  await world.settle()
  const [held, ...others] = (await send('/sweeps')).data.holdings
  expect(held).toMatchObject({ network: 'TRC20', amount: '79.20' })
  const swept = await send('/sweeps/export')
  expect(swept.headers.get('content-disposition')).toMatch(/sweeps-[\d-]+\.csv/)
  expect(await textOf('sweeps/export')).toContain(held.address)
  const record = (amount: string) =>
    send('/sweeps/record', {
      lines: `network,address,txHash,amount\nTRC20,${held.address},${'ef'.repeat(32)},${amount}`,
    })
  expect(await record('80')).toMatchObject({ error: 'sweeps_invalid', body: { param: 'lines' } })
  expect(await record('79.20')).toMatchObject({ data: { recorded: 1, known: 0 } })
  expect(await record('79.20')).toMatchObject({ data: { recorded: 0, known: 1 } })
  const after = (await send('/sweeps')).data
  expect(after.holdings).toEqual(others)
  expect(after.recorded).toMatchObject([
    { address: held.address, amount: '79.20', transaction: { hash: 'ef'.repeat(32) } },
  ])
})

test('the accounting is exported as CSV for a range of days, and a reversed range is refused', async () => {
  const text = (path: string) => textOf(`accounting/${path}`)
  expect((await text('ledger')).split('\n')[0]).toBe(
    'id,time,account,kind,amount,balance,order,refund,network,transaction,note',
  )
  expect(await text('ledger')).toContain(',adjustment,79.20,')
  expect(await text('revenue')).toContain(',integrated-base,2,')
  expect(await text('credit')).toContain('grace@example.com,10.00,')
  expect(await text('ledger?to=2020-01-01')).not.toContain('adjustment')
  expect(JSON.parse(await text('ledger?from=2026-02-01&to=2026-01-01'))).toMatchObject({ error: 'range_reversed' })
})
