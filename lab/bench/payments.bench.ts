import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import type { Address20 } from '#src/billing/chains/address.ts'
import { type JsonRpc, jsonRpc } from '#src/billing/chains/json-rpc.ts'
import { type Network, networksOf } from '#src/billing/chains/network.ts'
import type { Hash } from '#src/billing/chains/transfer.ts'
import { deriverOf } from '#src/billing/deposits/deposit-address.ts'
import { SandboxChain } from '#src/billing/sandbox/sandbox-chain.ts'
import { sandboxTransport } from '#src/billing/sandbox/sandbox-rpc.ts'
import { openNetwork } from '#src/billing/watcher/network/open-network.ts'
import { openWatch, type Watch } from '#src/billing/watcher/network/watch.ts'
import { tick } from '#src/billing/watcher/tick.ts'
import type { Platform } from '#src/platform/platform.ts'
import { liveNetwork } from '#test/fixtures/live.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { onBenchPlatform, timings } from './bench-platform.ts'

const watchedAddresses = 10_000
const ticks = 40
const transfersPerTick = 10
/** Numbers of watched addresses. Neither the calls per scan nor the memory may depend on them. */
const crowds = [10, 1_000, 100_000]
const crowdScans = 30
/** Calls to the node: six or seven for the chain, ten for five balances, the rest for the chunks of a filter. */
const callsPerScanMax = 24
/** java-tron's limit of topics in one filter. */
const nodeTopicsMax = 1_000

/** Counts of calls to the node. `scanning` excludes calls that compare balances. `heapMost` is in bytes. */
type Counted = { calls: number; scanning: number; topicsMost: number; heapMost: number }

export const bench: Bench = {
  about: `${watchedAddresses.toLocaleString('en-US')} watched addresses on a node with java-tron's limits`,
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      const network = openTron(ctx)
      const chain = chainOf(ctx, network)
      const counted = nothingYet()
      const watch = watchOn(ctx, network, chain, counted)
      if ((await openNetwork(watch)) !== 'open') throw new Error('the network did not open')
      const addresses = derive(network, report)
      await issue(ctx, network, addresses)
      await measureScans(watch, chain, { report, addresses, counted })
      for (const count of crowds) await measureCrowd(watch, chain, counted, { count, report })
    }),
}

/** Calls of `work` per second of processor time, which other load on the machine does not affect. */
function perSecond(times: number, work: (at: number) => void): number {
  const before = process.cpuUsage()
  for (let at = 0; at < times; at++) work(at)
  const { user, system } = process.cpuUsage(before)
  return (times * 1_000_000) / (user + system)
}

function derive(network: Network, report: Report): Address20[] {
  const deriver = deriverOf(network)
  const addresses: Address20[] = []
  const goal = { atLeast: 500 }
  const derived = perSecond(watchedAddresses, (index) => addresses.push(deriver.addressAt(index)))
  report.row({ what: 'addresses derived', value: derived, unit: '/s', goal })
  const given = perSecond(500, (index) => deriverOf(network).addressAt(index))
  report.row({ what: 'addresses issued to orders', value: given, unit: '/s', goal })
  return addresses
}

/** Creates orders for the addresses. One in ten is unpaid and open; the others timed out three days ago. */
async function issue(ctx: Platform, network: Network, addresses: readonly Address20[]): Promise<void> {
  const { code } = network
  const now = new Date(ctx.clock.now())
  await sql`insert into billing_order (no, account_id, kind, plan_id, plan_edition, period, months, network, list, discount,
      upgrade_difference, credit, payable, status, created_at, expires_at, closed_at, locale)
    select 'bench-' || i, 'account-' || i, 'purchase', 'integrated-base', 1, 'month', 1, ${code}, 99000000, 19800000, 0, 0,
      79200000, case when i % 10 = 0 then 0 else 3 end, ${now}::timestamptz, ${now}::timestamptz + interval '1 hour',
      case when i % 10 = 0 then null else ${now}::timestamptz - interval '3 days' end, 'en-US'
    from generate_series(0, ${addresses.length - 1}::int) i`.execute(ctx.postgres.db)
  await sql`insert into deposit_address (network, index, address, account_id, order_no, created_block, key_fingerprint,
      watch_until, mac, audited_at)
    select ${code}, i - 1, a, 'account-' || (i - 1), 'bench-' || (i - 1), 900, ${deriverOf(network).fingerprint},
      ${now}::timestamptz + interval '80 days', '',
      ${now}::timestamptz - interval '2 days'
    from unnest(${[...addresses]}::text[]) with ordinality as t (a, i)`.execute(ctx.postgres.db)
  await sql`analyze`.execute(ctx.postgres.db)
}

async function measureScans(
  watch: Watch,
  chain: SandboxChain,
  world: { report: Report; addresses: readonly Address20[]; counted: Counted },
): Promise<void> {
  const { report, addresses, counted } = world
  chain.mine(2)
  await tick(watch)
  Object.assign(counted, { calls: 0, scanning: 0 })
  const quiet = await timings(ticks, async () => {
    chain.mine(2)
    await tick(watch)
  })
  const scans = ticks + Math.ceil(ticks / 2)
  const callsPerTick = counted.calls / scans
  const scanningPerTick = counted.scanning / scans
  let sent = 0
  const busy = await timings(ticks, async () => {
    for (let n = 0; n < transfersPerTick; n++) {
      const to = addresses[(sent * 7_919) % addresses.length]
      const hash: Hash = `0x${(++sent).toString(16).padStart(64, '0')}`
      if (to) chain.send({ hash, events: [{ token: watch.network.token, from: to, to, value: 1_000n }] })
    }
    chain.mine(2)
    await tick(watch)
  })
  report.row({ what: 'a look with nothing new, p50', value: quantiles(quiet).p50, unit: 'ms' })
  report.row({
    what: 'a look with nothing new, slowest',
    value: Math.max(...quiet),
    unit: 'ms',
    goal: { atMost: 1_000 },
  })
  report.row({
    what: `a look with ${transfersPerTick} transfers seen and ${transfersPerTick} settled, p50`,
    value: quantiles(busy).p50,
    unit: 'ms',
  })
  report.row({ what: 'the same, slowest', value: Math.max(...busy), unit: 'ms', goal: { atMost: 1_000 } })
  report.row({ what: 'calls of a look with nothing new', value: callsPerTick, unit: '' })
  const { callsPerDay, callsPerSecond } = watch.network
  report.row({
    what: 'calls until new transfers are known',
    value: scanningPerTick,
    unit: '',
    goal: { atMost: callsPerSecond },
  })
  const pause = ((callsPerTick * 86_400) / callsPerDay).toFixed(1)
  report.note(`to keep to ${callsPerDay.toLocaleString('en-US')} calls a day the watcher looks every ${pause} s`)
}

function madeUp(count: number): Address20[] {
  return Array.from({ length: count }, (_, index): Address20 => `0x${(index + 1).toString(16).padStart(40, '0')}`)
}

async function measureCrowd(
  watch: Watch,
  chain: SandboxChain,
  counted: Counted,
  { count, report }: { count: number; report: Report },
): Promise<void> {
  const { ctx, network } = watch
  await sql`truncate transfer_observation, deposit_address, billing_order cascade`.execute(ctx.postgres.db)
  await issue(ctx, network, madeUp(count))
  chain.mine(2)
  await tick(watch)
  collectGarbage()
  Object.assign(counted, nothingYet())
  const before = heapBytes()
  const durations: number[] = []
  for (let n = 0; n < crowdScans; n++) {
    chain.mine(2)
    const began = performance.now()
    await tick(watch)
    durations.push(performance.now() - began)
  }
  const about = `${count.toLocaleString('en-US')} watched addresses`
  report.row({
    what: `calls of a look, ${about}`,
    value: counted.calls / crowdScans,
    unit: '',
    goal: { atMost: callsPerScanMax },
  })
  const goal = { atMost: nodeTopicsMax }
  if (counted.topicsMost > 0) {
    report.row({ what: `recipients in one filter, ${about}`, value: counted.topicsMost, unit: '', goal })
  } else report.note(`${about}: everyone's transfers are read, without a filter by recipients`)
  const grown = Math.max(0, counted.heapMost - before) / 2 ** 20
  report.row({ what: `memory growth by looks, ${about}`, value: grown, unit: 'MiB', goal: { atMost: 64 } })
  report.row({ what: `a look, ${about}, p50`, value: quantiles(durations).p50, unit: 'ms' })
}

function nothingYet(): Counted {
  return { calls: 0, scanning: 0, topicsMost: 0, heapMost: 0 }
}

function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function collectGarbage(): void {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
}

function openTron(ctx: Platform): Network {
  const sandbox = networksOf(ctx.settings).find(({ code }) => code === 'TRC20')
  if (!sandbox) throw new Error('the sandbox lost a network')
  const [network] = networksOf(testSettings(liveNetwork({ xpub: sandbox.xpub, firstAddress: sandbox.canary })))
  if (!network) throw new Error('TRON is not configured')
  return network
}

function chainOf(ctx: Platform, { chainId, blockMs }: Network): SandboxChain {
  const genesisTime = ctx.clock.now() - 1_000 * blockMs
  const chain = new SandboxChain({ chainId, seed: 'bench', genesisTime, blockMs, numberedHashes: true })
  chain.mine(1_000)
  return chain
}

function watchOn(ctx: Platform, network: Network, chain: SandboxChain, counted: Counted): Watch {
  const call = jsonRpc(sandboxTransport(chain, { javaTron: true, finalizedDepth: network.confirmations - 1 }))
  const counting: JsonRpc = (method, params) => {
    counted.calls++
    counted.heapMost = Math.max(counted.heapMost, heapBytes())
    if (method !== 'eth_call' && method !== 'eth_getBalance') counted.scanning++
    const [filter] = params as [{ topics?: [Hash, null?, Hash[]?] }]
    if (method === 'eth_getLogs') counted.topicsMost = Math.max(counted.topicsMost, filter.topics?.[2]?.length ?? 0)
    return call(method, params)
  }
  return openWatch(ctx, network, { nodes: [counting], second: null }, 'bench')
}
