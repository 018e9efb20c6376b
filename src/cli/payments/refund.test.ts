import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { whileWatched } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { audited, tapewire as operate } from '#test/fixtures/tapewire.ts'

const home = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

async function opened() {
  const ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const site = siteApi(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada), usdt(100))
  await world.settle()
  const cookie = `authorization=${ada.token}`
  const tapewire = (...args: string[]) => operate(ctx, ...args)
  return {
    ctx,
    world,
    site,
    ada,
    tapewire,
    send: (path: string, body?: object) => site.send(path, { ...(body ? { body } : {}), cookie }),
    requestRefund: (change: object = {}) =>
      site.send('/api/billing/refunds', { body: { network: 'TRC20', address: home, amount: '20', ...change }, cookie }),
    kinds: async () => {
      const { data } = await site.send('/api/billing', { cookie })
      return data.entries.content.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`)
    },
  }
}

let shared: ReturnType<typeof opened> | null = null
function sharedWorld() {
  shared ??= opened()
  return shared
}
afterAll(async () => (await shared)?.ctx[Symbol.asyncDispose]())

test('a refund goes from request to approval and payment, and its transfer is proven on the chain', async () => {
  const { ctx, world, ada, tapewire, requestRefund, send, kinds } = await opened()
  await using _ = ctx
  const { data: refund } = await requestRefund()
  expect(refund).toMatchObject({ status: 'requested', network: 'TRC20', address: home, amount: '20.00' })
  expect(await world.credit(ada)).toBe('0.8')
  expect(await tapewire('payments', 'refund', 'list')).toContain(
    `refund ${refund.id}  requested  20.00 USDT for ada@example.com to ${home} on TRC20`,
  )
  const paid = (hash: string, ...more: string[]) =>
    whileWatched(world, tapewire('payments', 'refund', 'paid', refund.id, '--tx', hash, ...more))
  const address = world.parse(home)
  const tooLittle = world.send({ to: address, value: usdt(19.999999) })
  const hash = world.send({ to: address, value: usdt(20) })
  world.mine(1)
  await expect(paid(hash)).rejects.toThrow('not final')
  world.mine(world.network.confirmations)
  await expect(paid(hash)).rejects.toThrow('not possible in the present state')
  await tapewire('payments', 'refund', 'approve', refund.id)
  expect((await send(`/api/billing/refunds/${refund.id}/withdraw`, {})).error).toBe('refund_decided')
  await expect(paid(tooLittle)).rejects.toThrow('no transfer of this amount to this address')
  await expect(paid('ab'.repeat(32))).rejects.toThrow('no such transaction')
  expect(await paid(hash)).toContain('Recorded.')
  await expect(paid(hash, '--unchecked')).rejects.toThrow('present state')

  const { data } = await send('/api/billing')
  expect(data.refunds).toMatchObject([{ id: refund.id, status: 'paid', transaction: { hash: hash.slice(2) } }])
  expect(await kinds()).toEqual(['refund -20.00', 'order -79.20', 'deposit 100.00'])
  expect(await world.credit(ada)).toBe('0.8')
  expect((await ctx.mails(ada.email)).slice(0, 3).map(({ subject }) => subject)).toEqual([
    'Refund of 20.00 USDT sent',
    'Refund of 20.00 USDT approved',
    'Refund of 20.00 USDT requested',
  ])
  expect((await ctx.mails(ada.email))[0]?.text).toContain(hash.slice(2))
  expect(await audited(ctx, 'refund.pay')).toMatchObject([{ subject: refund.id, detail: { proven: true } }])
})

test('one transfer pays only one refund, and a refund recorded without a check of the chain is marked as unproven', async () => {
  const { ctx, world, tapewire, requestRefund } = await opened()
  await using _ = ctx
  const hash = world.send({ to: world.parse(home), value: usdt(10) })
  world.mine(world.network.confirmations + 1)
  const settle = async (...more: string[]) => {
    const { data } = await requestRefund({ amount: '10' })
    await tapewire('payments', 'refund', 'approve', data.id)
    await whileWatched(world, tapewire('payments', 'refund', 'paid', data.id, '--tx', hash, ...more))
  }
  await settle('--unchecked')
  await expect(settle()).rejects.toThrow('present state')
  const rows = await sql`select status, proven from refund_request order by requested_at`.execute(ctx.postgres.db)
  expect(rows.rows).toEqual([
    { status: 'paid', proven: false },
    { status: 'approved', proven: null },
  ])
})

test('a declined or withdrawn refund returns its amount to the credit; the mail about a declined refund states the reason', async () => {
  const { ctx, world, ada, tapewire, requestRefund, send, kinds } = await opened()
  await using _ = ctx
  const { data: first } = await requestRefund()
  expect((await requestRefund({ amount: '5' })).error).toBe('refund_amount_invalid')
  expect((await send(`/api/billing/refunds/${first.id}/withdraw`, {})).data.status).toBe('withdrawn')
  expect((await send(`/api/billing/refunds/${first.id}/withdraw`, {})).error).toBe('refund_decided')
  await ctx.clock.advance(1_000)
  const { data: second } = await requestRefund({ amount: '10.5' })
  expect((await requestRefund({ amount: '5' })).error).toBe('refund_open')
  await expect(tapewire('payments', 'refund', 'refuse', second.id)).rejects.toThrow('reason')
  await tapewire('payments', 'refund', 'refuse', second.id, '--reason', 'This is an exchange, ask for your own address')
  expect(await world.credit(ada)).toBe('20.8')
  expect((await send('/api/billing')).data.refunds).toMatchObject([
    { status: 'refused', reason: 'This is an exchange, ask for your own address' },
    { status: 'withdrawn' },
  ])
  expect((await ctx.mails(ada.email))[0]?.text).toContain('Reason: This is an exchange')
  expect((await kinds()).slice(0, 4)).toEqual([
    'refund_release 10.50',
    'refund_hold -10.50',
    'refund_release 20.00',
    'refund_hold -20.00',
  ])
  await expect(tapewire('payments', 'refund', 'approve', 'R-NOBODY22')).rejects.toThrow('nothing of that number')
})

test.each([
  ['a typing error', { address: `${home.slice(0, -1)}x` }, 'refund_address_invalid'],
  ['an address of the other network', { address: `0x${'12'.repeat(20)}` }, 'refund_address_invalid'],
  [
    'a wrong checksum',
    { network: 'ETC20', address: '0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    'refund_address_invalid',
  ],
  ['the token itself', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'refund_address_refused'],
  ['the zero address', { network: 'ETC20', address: `0x${'0'.repeat(40)}` }, 'refund_address_refused'],
  ['the burn address', { network: 'ETC20', address: `0x${'0'.repeat(36)}dEaD` }, 'refund_address_refused'],
  ['more than the credit', { amount: '20.800001' }, 'refund_amount_invalid'],
  ['less than the minimum', { amount: '4.999999' }, 'refund_amount_invalid'],
  ['no number', { amount: '1e3' }, 'refund_amount_invalid'],
  ['another network', { network: 'BTC' }, 'invalid_parameter'],
] as const)('a refund request with %s is refused, and nothing is reserved', async (_what, change, error) => {
  const { ctx, world, ada, requestRefund } = await sharedWorld()
  expect((await requestRefund(change)).error).toBe(error)
  expect(await world.credit(ada)).toBe('20.8')
  expect((await sql`select 1 from refund_request`.execute(ctx.postgres.db)).rows).toEqual([])
})

test('a refund to one of our deposit addresses is refused', async () => {
  const { ctx, world, requestRefund } = await sharedWorld()
  const { rows } = await sql<{ no: string }>`select no from billing_order`.execute(ctx.postgres.db)
  const own = await world.shown({ no: rows[0]?.no } as never)
  expect((await requestRefund({ address: own.address ?? '' })).error).toBe('refund_address_refused')
})

test('concurrent refund requests reserve the credit once', async () => {
  const { ctx, world, ada, requestRefund } = await opened()
  await using _ = ctx
  const answers = await Promise.all(Array.from({ length: 8 }, () => requestRefund({ amount: '6' })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await world.credit(ada)).toBe('14.8')
})
