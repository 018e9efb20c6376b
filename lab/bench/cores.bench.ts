import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelOf, laneOf, type TickEvent } from '#src/contract/market.ts'
import { systemClock } from '#src/platform/clock.ts'
import { readNote } from '#src/platform/data-dir/lock-note.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { SocketTape } from '#src/platform/processes/socket-tape.ts'
import { StoresClient } from '#src/platform/processes/stores-client.ts'
import { privateSocketPath } from '#src/platform/server/private-socket.ts'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { CpuShare, canHoldShares } from './cpu-share.ts'
import { load } from './load.ts'
import { processorSecondsOf } from './processor-time.ts'
import { deliveriesOf, Reader, settled } from './stream/reader.ts'

/**
 * The share of a core that each gateway gets. Two gateways, the client and the process with the stores must fit on the
 * machine's cores.
 */
const share = Number(process.env.BENCH_SHARE ?? 0.2)
const seconds = 6
const rounds = 3
const clientsOfGateway = 32
const readerCount = 200
const eventsPerSecond = 6_000
const appendMs = 50
const symbols = ['BTCUSD', 'ETHUSD', 'LTCUSD', 'XRPUSD', 'SOLUSD'].map((code) => `${code}$BA`)
const plan = 'integrated-premium'
const path = '/crypto/quote?region=BA&code=BTCUSD'
/**
 * A gateway that used less than this part of its share was not the bottleneck. The number is below 1, because the
 * measured time includes the opening of the sockets.
 */
const usedMin = 0.8

type Measure = (running: Running, gateways: number) => Promise<number>
type Running = { dataDir: string; port: number; key: string; pids: [one: number, two: number] }

/**
 * Two gateways on one port, each limited to the same share of a core. To measure one gateway, a signal stops the other,
 * so that nothing else differs.
 */
export const bench: Bench = {
  about: `one and two gateways, each held to ${share * 100} % of a core, without Redis, median of ${rounds} × ${seconds} s`,
  async run(report) {
    if (!canHoldShares()) return report.note('this user may make no groups of the kernel: nothing was measured')
    await using dataDir = await temporaryDataDir()
    await using shares = new CpuShare(share)
    await using product = await spawnProduct(dataDir.path, { GATEWAYS: '2' })
    await product.ready()
    await untilAtRest(product.child.pid ?? 0)
    await publishCountedLimit(dataDir.path)
    const { key, email } = await signUp(product.site, 'cores@example.com')
    await operate(dataDir.path, 'subscription grant', email, '--plan', plan, '--months', '1')
    const { children } = readNote(await readFile(join(dataDir.path, 'lock'), 'utf8')) ?? {}
    const pidOf = (name: string) => children?.get(name)?.pid ?? 0
    const port = Number(new URL(product.api).port)
    const running: Running = { dataDir: dataDir.path, port, key, pids: [pidOf('gateway-1'), pidOf('gateway-2')] }
    // Lets code that runs often be compiled before the gateways are limited to their share.
    for (const measure of [requests, deliveries]) await measure(running, running.pids.length)
    for (const pid of running.pids) shares.hold(pid)
    await compare(report, running, 'requests', requests)
    await compare(report, running, 'deliveries', deliveries)
    product.child.kill('SIGTERM')
    await product.ended()
  },
}

/** Publishes a plan with a limit that is counted in the process with the stores, but never reached. */
async function publishCountedLimit(dataDir: string): Promise<void> {
  const edition = await operate(dataDir, 'plans export')
  const file = join(dataDir, 'edition.json')
  const raised = (text: string) =>
    text.replace(/"perMinute":\d+/, '"perMinute":900000000').replace(/"sockets":\d+/, '"sockets":1000')
  await writeFile(file, edition.replace(new RegExp(`"id":"${plan}"[^}]*`), raised))
  await operate(dataDir, 'plans import', file)
  await operate(dataDir, 'plans publish')
}

async function compare(report: Report, running: Running, what: string, measure: Measure): Promise<void> {
  const [one, two]: [Held[], Held[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    one.push(await held(report, running, `${what}, one gateway`, running.pids.slice(0, 1), measure))
    two.push(await held(report, running, `${what}, two gateways`, running.pids, measure))
  }
  if ([...one, ...two].some(({ isLimit }) => !isLimit)) {
    report.note(`${what}: not compared, because the gateways were not always the limit; use a machine with more cores`)
    return
  }
  const median = (results: readonly Held[]) => quantiles(results.map(({ value }) => value)).p50
  report.row({
    what: `${what} a second by two gateways`,
    value: median(two),
    unit: '/s',
    baseline: { what: 'one gateway', value: median(one) },
    goal: { ratioAtLeast: 1.8 },
  })
}

/** `isLimit`: whether each gateway used its share. */
type Held = { value: number; isLimit: boolean }

/** Measures while only the gateways `working` run, and reports whether they were the bottleneck. */
async function held(
  report: Report,
  running: Running,
  what: string,
  working: readonly number[],
  measure: Measure,
): Promise<Held> {
  const { pids, port } = running
  const stopped = pids.filter((pid) => !working.includes(pid))
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  // The supervisor sends a stopped gateway one connection, and no more until the gateway accepts it. One of the
  // connections in `lost` is that connection, so every connection of the measurement goes to a working gateway.
  const lost = stopped.flatMap(() => [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')])
  await sleep(500)
  const before = working.map(processorSecondsOf)
  const began = performance.now()
  try {
    const value = await measure(running, working.length)
    const during = (performance.now() - began) / 1_000
    const used = working.map((pid, at) => (processorSecondsOf(pid) - (before[at] ?? 0)) / during / share)
    const shown = used.map((part) => `${(part * 100).toFixed(0)} %`).join(' and ')
    report.note(`${what}: ${value.toFixed(0)}/s with ${shown} of the share`)
    return { value, isLimit: used.every((part) => part >= usedMin) }
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    for (const socket of lost) socket.destroy()
    await sleep(3_000)
  }
}

/**
 * Each gateway has the same number of clients, whether one or two gateways run. A gateway combines its calls to the
 * process with the stores in each turn of the event loop, so with more clients a call would cost less.
 */
async function requests({ port, key }: Running, gateways: number): Promise<number> {
  const { perSecond } = await load({
    port,
    path,
    header: `token: ${key}`,
    seconds,
    sockets: clientsOfGateway * gateways,
  })
  return perSecond
}

async function deliveries({ dataDir, port, key }: Running): Promise<number> {
  using stores = new StoresClient(privateSocketPath(dataDir, 'stores'))
  const tape = new SocketTape(stores, systemClock, silentLog)
  const readers: Reader[] = []
  // Opens the readers one after another: if many connect at once, the gateway that accepts faster gets more
  // connections.
  for (let n = 0; n < readerCount; n += 1) {
    const reader = new Reader(port, n < 4)
    readers.push(reader)
    await reader.open(`/crypto?events=1&token=${key}`)
    reader.sayText(JSON.stringify({ ac: 'subscribe', params: symbols.join(','), types: 'tick' }))
  }
  await sleep(1_000)
  const stop = new AbortController()
  const appending = append(tape, stop.signal)
  try {
    await sleep(1_000)
    for (const reader of readers) reader.reset()
    const began = performance.now()
    await sleep(seconds * 1_000)
    return deliveriesOf(readers) / ((performance.now() - began) / 1_000)
  } finally {
    stop.abort()
    await appending
    await settled(readers)
    for (const { socket } of readers) socket.destroy()
  }
}

/** Appends more events than the gateways can deliver, so that their share of the processor is the limit. */
async function append(tape: SocketTape, signal: AbortSignal): Promise<void> {
  let due = performance.now()
  for (let n = 0; !signal.aborted; ) {
    const records = Array.from({ length: (eventsPerSecond * appendMs) / 1_000 }, () => {
      n += 1
      const event = tick(symbols[n % symbols.length] ?? '', n)
      return { lane: laneOf(event), event }
    })
    await tape.append(channelOf('crypto:'), records)
    due += appendMs
    await sleep(Math.max(0, due - performance.now()))
  }
}

function tick(symbol: string, n: number): TickEvent {
  const fixed = { type: 'tick', side: 1, session: 0, source: 'simulated' } as const
  return { ...fixed, key: `crypto:${symbol}`, time: Date.now(), price: 60_000 + (n % 1_000) / 100, volume: 1 }
}
