import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balanceOf } from '#src/billing/order/ledger-store.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { networksLine } from '#src/overview/installation/doctor.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'

test('the command "payments list" shows the state of each network, and shows each held payment until it is closed with a note', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  await world.scan()
  expect(await tapewire(ctx, 'payments', 'list')).toMatch(
    /^TRC20 {2}Sandbox TRON .*: on sale; .*\n.* node 1 of 1: answers\nETC20 .*NEVER OPENED.*\nNothing is held, but nothing is sold on ETC20\.$/,
  )
  const order = await world.order(await world.customer())
  world.chain.send({
    hash: `0x${'e7'.repeat(32)}`,
    events: [],
    native: { to: await world.addressOf(order), value: 5n },
  })
  world.mine(25)
  await ctx.clock.advance(61_000)
  await world.tick()
  const listed = await tapewire(ctx, 'payments', 'list')
  expect(listed).toContain(order.no)
  expect(listed).toContain('Native coin was sent to a deposit address.')
  const [, number = ''] = /#(\d+) /.exec(listed) ?? []
  await expect(tapewire(ctx, 'payments', 'close', number)).rejects.toThrow('note')
  expect(await tapewire(ctx, 'payments', 'close', number, '--note', 'told the customer')).toBe('Closed.')
  await expect(tapewire(ctx, 'payments', 'close', number, '--note', 'again')).rejects.toThrow()
  expect(await tapewire(ctx, 'payments', 'list')).toContain('Nothing is held')
  expect(await audited(ctx, 'incident.close')).toMatchObject([
    { actor_kind: 'operator-cli', detail: { note: 'told the customer' } },
  ])
})

test('the command "payments list" states why a network is paused, lagging or stopped, and the doctor names the state', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const list = () => tapewire(ctx, 'payments', 'list')
  expect(await tapewire(ctx, 'payments', 'network', 'pause', 'trc20', '--reason', 'new node')).toContain(
    'no new orders',
  )
  expect(await tapewire(ctx, 'payments', 'network', 'pause', 'TRC20')).toContain('already')
  expect(await list()).toMatch(/TRC20 .*: PAUSED since 2026-\S+: new node; head/)
  expect(await networksLine(ctx)).toContain('PAUSED')
  expect(await tapewire(ctx, 'payments', 'network', 'resume', 'TRC20')).toContain('on sale again')
  world.fault = () => 'too_many'
  await world.scan()
  expect(await list()).toMatch(
    /on sale; .* trouble: rate_limited\n.*node 1 of 1: \d+ faults in a row, the last rate_limited at/,
  )
  await ctx.clock.advance(4 * 60_000)
  await world.scan()
  expect(await list()).toMatch(/TRC20 .*: LAGGING since 2026-\S+: rate_limited; .* scanned 240 s ago/)
  await expect(networksLine(ctx)).rejects.toThrow('LAGGING')
  world.fault = () => null
  world.chain.mineUntil(ctx.clock.now())
  await world.scan()
  expect(await list()).toMatch(/TRC20 .*: on sale.*\n.*answers; last fault rate_limited/)
  await sql`update billing_network set stopped = 'chain_changed', stopped_at = now()`.execute(ctx.postgres.db)
  expect(await list()).toMatch(/TRC20 .*: STOPPED since \S+: chain_changed/)
  await expect(networksLine(ctx)).rejects.toThrow('STOPPED')
})

test('the commands for payment networks refuse wrong arguments with the reason', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const network = (...args: string[]) => tapewire(ctx, 'payments', 'network', ...args)
  await expect(network('pause', 'BTC')).rejects.toThrow('TRC20, ETC20')
  await expect(network('pause')).rejects.toThrow('Usage')
  await expect(network('resume', 'ETC20')).rejects.toThrow('never opened it')
  await expect(network('rewind', 'TRC20')).rejects.toThrow('Usage')
  await expect(network('rewind', 'TRC20', '--to', '1')).rejects.toThrow('No address of TRC20 is older than block')
  await expect(network('rewind', 'TRC20', '--to', '99999999')).rejects.toThrow('never ahead')
  world.mine(500)
  await world.tick()
  expect(await network('rewind', 'TRC20', '--to', '1200')).toContain('read again from block 1201')
  expect(await network('accept-xpub', 'TRC20')).toContain('already')
})

test('a test alert is queued as a mail to the address for alerts, and recorded in the audit log', async () => {
  await using ctx = await testPlatform()
  expect(await tapewire(ctx, 'payments', 'alert', 'test')).toBe('Queued for operator@example.com.')
  expect((await ctx.mails('operator@example.com'))[0]?.subject).toBe('Test of the alerts')
  expect(await audited(ctx, 'alert.test')).toMatchObject([{ actor_kind: 'operator-cli', detail: { email: true } }])
})

test('the command "payments explain" shows the history of an order; "payments settle" completes an order with a missing amount', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, usdt(70))
  await world.settle()
  const story = await tapewire(ctx, 'payments', 'explain', order.no)
  expect(story).toContain('79.20 USDT')
  expect(story).toMatch(
    /order: created[\s\S]*transfer: confirmed {2}70\.00 USDT[\s\S]*ledger: deposit {2}\+70\.00 USDT/,
  )
  await expect(tapewire(ctx, 'payments', 'settle', order.no)).rejects.toThrow('reason')
  await expect(tapewire(ctx, 'payments', 'settle', '20260105-NOBODY22', '--reason', 'x')).rejects.toThrow(
    '20260105-NOBODY22',
  )
  expect(await tapewire(ctx, 'payments', 'settle', order.no, '--reason', 'fee of the exchange')).toContain('completed')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.keys(ada)).toMatchObject([{ level: 'base' }])
  expect(await world.credit(ada)).toBe('0')
  await expect(tapewire(ctx, 'payments', 'settle', order.no, '--reason', 'twice')).rejects.toThrow('is completed')
  expect(await audited(ctx, 'order.settle_by_hand')).toMatchObject([
    { actor_kind: 'operator-cli', subject: order.no, detail: { reason: 'fee of the exchange', missing: '9200000' } },
  ])
  expect(await tapewire(ctx, 'payments', 'explain', order.no)).toContain('fee of the exchange')
})

test('a transaction is recorded as a refund only once, and a refund above the credit of the customer is refused', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada), usdt(100))
  await world.settle()
  const first = 'a'.repeat(64)
  const refund = (amount: string, tx: string) =>
    tapewire(
      ctx,
      'payments',
      'refund',
      ada.email,
      '--amount',
      amount,
      '--to',
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      '--tx',
      tx,
    )
  await expect(refund('20.81', first)).rejects.toThrow()
  await expect(refund('-1', first)).rejects.toThrow('amount')
  expect(await refund('20', first)).toContain('0.80 USDT')
  await expect(refund('0.5', `0x${first.toUpperCase()}`)).rejects.toThrow('not possible in the present state')
  await expect(refund('0.5', 'b')).rejects.toThrow('tx')
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(usdt(0.8))
  expect(await audited(ctx, 'ledger.refund')).toMatchObject([
    { actor_kind: 'operator-cli', detail: { txHash: `0x${first}` } },
  ])
})

test('a recorded sweep is removed from the sweep list, and the audit of balances accepts the lower balance of its address', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  const { address } = await world.shown(order)
  expect(await tapewire(ctx, 'payments', 'sweep-list')).toBe(`network,index,address,amount\nTRC20,0,${address},79.20`)
  await expect(tapewire(ctx, 'payments', 'swept', 'TRC20', '0', 'b'.repeat(64), '-1')).rejects.toThrow('Usage')
  expect(await tapewire(ctx, 'payments', 'swept', 'TRC20', '0', 'b'.repeat(64), '79.20')).toBe('Noted.')
  expect(await tapewire(ctx, 'payments', 'sweep-list')).toBe('network,index,address,amount')
  world.watch.node.tokenBalance = async () => 0n
  await ctx.clock.advance(25 * 3_600_000)
  world.mine(1)
  await world.tick()
  expect(await tapewire(ctx, 'payments', 'list')).toContain('Nothing is held')
  expect(await audited(ctx, 'payment.sweep')).toMatchObject([{ actor_kind: 'operator-cli', subject: 'TRC20:0' }])
})
