import { due, type EvmCase, untilCompleted } from './chain-cases.ts'
import type { Fault } from './fault-proxy.ts'
import * as faults from './faults.ts'
import type { Buyer, EvmWorld } from './world.ts'

/**
 * The time limit, in seconds of product time, for a network to work again after a fault. In the short form product time
 * runs faster than a busy machine can scan, so its limit is longer.
 */
const recoverySecondsMax = process.env.TAPEWIRE_DRILL_EVM === undefined ? 900 : 60
const holdMs = 90_000
const both = ['first', 'second']

type FaultCase = { name: string; short?: true; fault(world: EvmWorld): Fault | Promise<Fault>; only?: 'current' }

/** Faults during which no payment can be settled. Nothing may expire or be booked until the fault ends. */
const blinding: readonly FaultCase[] = [
  { name: '429 over HTTP', short: true, fault: () => faults.tooManyOverHttp },
  { name: '429 inside JSON-RPC', fault: () => faults.tooManyInBody },
  { name: 'connections are closed', fault: () => faults.closedConnections },
  { name: 'a stale head', fault: freeze },
  { name: 'a wrong chain id', fault: () => faults.wrongChainId },
  { name: 'another chain behind the same address', fault: ({ impostor }) => faults.otherChain(impostor) },
  { name: 'endless answers in chunks', fault: () => faults.endlessLogs },
  { name: 'late receipts', fault: () => faults.lateReceipts },
]

/** Faults during which payments must still be settled. */
const survived: readonly FaultCase[] = [
  { name: 'the node in use is down', fault: () => faults.closedConnections, only: 'current' },
  { name: 'the node in use limits the rate inside JSON-RPC', fault: () => faults.tooManyInBody, only: 'current' },
  { name: 'the node in use stands still', fault: freeze, only: 'current' },
  {
    name: 'the node in use is on another chain',
    fault: ({ impostor }) => faults.otherChain(impostor),
    only: 'current',
  },
  { name: 'fields missing or wrong once', fault: () => faults.wrongOnce() },
  { name: 'filtered logs silently missing', fault: () => faults.silentFilters },
  { name: 'unfiltered logs refused', fault: () => faults.noUnfiltered },
  { name: 'at most 5 blocks a question', fault: () => faults.blocksAtMost(5) },
]

export const faultCases: readonly EvmCase[] = [
  ...blinding.map((fault) => ({ ...fault, run: (world: EvmWorld) => blinded(world, fault) })),
  ...survived.map((fault) => ({ ...fault, run: (world: EvmWorld) => copes(world, fault) })),
]

async function freeze({ anvil }: EvmWorld): Promise<Fault> {
  return faults.frozenAt((await anvil.head()).number)
}

async function blinded(world: EvmWorld, { fault, only }: FaultCase): Promise<string> {
  const buyer = await world.buyer()
  world.proxy.begin(await fault(world), only ? [world.proxy.current] : both)
  await world.pay(buyer.address, due(buyer))
  const until = world.now + holdMs
  await world.until('the fault was met', async () => world.now > until && world.proxy.met > 0)
  await assertUntouched(world, buyer)
  return recovered(world, buyer)
}

async function copes(world: EvmWorld, { fault, only }: FaultCase): Promise<string> {
  const buyer = await world.buyer()
  world.proxy.begin(await fault(world), only ? [world.proxy.current] : both)
  const hash = await world.pay(buyer.address, due(buyer))
  // A claim makes the watcher read a whole block, which some nodes refuse.
  await world.api(buyer.account, `/api/order/${buyer.order.orderNo}/claim`, { txHash: hash })
  await untilCompleted(world, buyer)
  if (world.proxy.met === 0) throw new Error('the fault was never met')
  // A new buyer opens an order, because without an open order the watcher scans a network only once a minute.
  return recovered(world, await world.buyer())
}

async function assertUntouched(world: EvmWorld, buyer: Buyer): Promise<void> {
  const { status } = await world.read(buyer)
  if (status !== 0) throw new Error(`the order has status ${status} during the fault`)
}

/** Ends the fault. Waits for scans without errors, for new orders, and until the waiting order is settled. */
async function recovered(world: EvmWorld, waiting: Buyer): Promise<string> {
  const { met } = world.proxy
  world.proxy.end()
  const ended = world.now
  await world.until(
    'the network works again',
    async () => {
      const { lastOkAt, trouble, stopped } = await world.network()
      return (lastOkAt ?? 0) > ended && trouble === null && stopped === null
    },
    recoverySecondsMax,
  )
  const { account, order } = await world.buyer()
  const seconds = Math.round((world.now - ended) / 1_000)
  await world.api(account, `/api/order/${order.orderNo}/cancel`, {})
  if ((await world.read(waiting)).received === '0.00') await world.pay(waiting.address, due(waiting))
  await untilCompleted(world, waiting)
  return `works again after ${seconds} s; met ${met} times`
}
