import { expect, test } from 'vitest'
import { testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { listNetworks } from './operator/network-operation.ts'
import { presentChoice } from './order-choice.ts'
import { noteRefund } from './refunds/note-refund.ts'

const operator = { kind: 'operator-cli' } as const
const settings = {
  PAYMENT_NETWORKS: 'BSC',
  BSC_CHAIN: 'BNB Smart Chain, 56, 0x55d398326f99059ff775485246999027b3197955, USDT, 18',
  BSC_CONFIRMATIONS: '20',
}
const manners = { token: { symbol: 'USDT', decimals: 18 } }

test('an order is paid on a payment network defined by settings alone, and customers and staff see that network in their lists', async () => {
  await using ctx = await testPlatform({ settings })
  const world = await PaymentWorld.open(ctx, { code: 'BSC', manners })
  const ada = await world.customer()
  const choice = await presentChoice(ctx, ada.actor, { network: 'BSC' }, 'en-US')
  expect(choice.asked.network).toBe('BSC')
  expect(choice.networks.map(({ code, healthy }) => [code, healthy])).toEqual([
    ['TRC20', false],
    ['ETC20', false],
    ['BSC', true],
  ])
  const order = await world.order(ada)
  world.send({ to: await world.addressOf(order), value: order.payable * 10n ** 12n })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({
    status: 1,
    network: 'BSC',
    chainName: 'Sandbox BNB Smart Chain',
    address: expect.stringMatching(/^0x/),
  })
  expect((await listNetworks(ctx, operator)).map(({ network }) => network.code)).toEqual(['TRC20', 'ETC20', 'BSC'])
})

test('an order on a network that the settings do not name is refused', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const unnamed = world.order(ada, { network: 'BSC' })
  await expect(unnamed).rejects.toMatchObject({ error: 'invalid_parameter', detail: { param: 'network' } })
})

test('a refund to an address that exists on several networks must name its network', async () => {
  await using ctx = await testPlatform({ settings })
  const { email } = await testAccount(ctx)
  await giveCredit(ctx, email, usdt(20))
  const address = `0x${'ab'.repeat(20)}`
  const refund = { email, version: null, micro: usdt(5), txHash: 'cd'.repeat(32), reason: '', note: '' }
  await expect(noteRefund(ctx, operator, { ...refund, to: address })).rejects.toMatchObject({
    error: 'invalid_parameter',
    detail: { param: 'to' },
  })
  expect(await noteRefund(ctx, operator, { ...refund, to: `BSC:${address}` })).toEqual({ left: usdt(15) })
})
