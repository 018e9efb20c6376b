import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Report } from './bench.ts'
import { quantiles } from './bench.ts'
import {
  batchedPath,
  clients,
  deliveries,
  loadSeconds,
  mustBeOpen,
  offeredBatched,
  offeredSingle,
  perClient,
  pin,
  readers,
  reset,
  type Server,
  start,
  subscribed,
  symbols,
  symbolsOf,
  warmUp,
} from './stream/clients.ts'
import { newcomers } from './stream/newcomers.ts'
import { brokers, startBroker } from './stream/peers.ts'
import { deliveriesOf, type Reader, settled } from './stream/reader.ts'

const unit = 'deliveries per CPU second'
const samplesCount = 10
export const bench: Bench = {
  about: `the live stream: ${clients} clients with ${perClient} of ${symbols} symbols each, server on one core, load on the other`,
  async run(report) {
    const plain = async (perSecond: number) => ({
      what: 'plain ws broadcast',
      value: (await deliveries('plain', '/', perSecond)).perCpuSecond,
    })
    const [plainFast, plainSlow] = [await plain(offeredBatched), await plain(offeredSingle)]
    const single = await deliveries('ours', '/stock?token=x&events=1', offeredSingle)
    const batched = await deliveries('ours', batchedPath, offeredBatched)
    const value = batched.perCpuSecond
    report.row({ what: 'batched', value, unit, goal: { atLeast: 8_000_000 } })
    report.row({ id: 'streamWs', what: 'batched against', value, unit, baseline: plainFast, goal: { ratioAtLeast: 5 } })
    for (const broker of brokers) {
      const peer = await peerDeliveries(broker)
      const baseline = { what: broker.program, value: peer ?? Number.NaN }
      if (peer === null) report.note(`${broker.program} is not installed: not compared`)
      else
        report.row({
          id: broker.figure,
          what: 'batched against',
          value,
          unit,
          baseline,
          goal: { ratioAtLeast: broker.ratioMin },
        })
    }
    const goal = { ratioAtLeast: 1.2 }
    report.row({ what: 'one event a frame', value: single.perCpuSecond, unit, goal: { atLeast: 1_500_000 } })
    report.row({
      id: 'streamSingle',
      what: 'one event a frame',
      value: single.perCpuSecond,
      unit,
      baseline: plainSlow,
      goal,
    })
    await halfLoad(report)
    await idle(report)
    await comingAndGoing(report)
    await stalled(report)
    await overload(report, Math.round(batched.acceptedPerSecond))
  },
}

/**
 * Loads the server with half of its capacity. The machine's speed varies, so the capacity is measured again before
 * each sample. Each sample must meet the goal.
 */
async function halfLoad(report: Report): Promise<void> {
  const samples: { perSecond: number; p50: number; p99: number }[] = []
  for (let sample = 0; sample < samplesCount; sample += 1) {
    const { acceptedPerSecond } = await deliveries('ours', batchedPath, offeredBatched)
    const perSecond = Math.round(acceptedPerSecond / 2)
    samples.push({ perSecond, ...(await latency(perSecond)) })
  }
  const sorted = samples.toSorted((a, b) => a.p99 - b.p99)
  const [middle, slowest] = [sorted[samplesCount / 2], sorted.at(-1)]
  if (!middle || !slowest) throw new Error('there were no looks')
  const at = ({ perSecond }: typeof middle) => `tape to client at half load, ${perSecond} events/s`
  const row = { unit: 'ms', goal: { atMost: 22 } } as const
  report.row({ ...row, what: `${at(slowest)}, p99 of the slowest of ${samplesCount} looks`, value: slowest.p99 })
  report.row({ ...row, id: 'streamDelay', what: `${at(middle)}, p99 of the middle look`, value: middle.p99 })
  report.row({ what: 'the same, p50', value: middle.p50, unit: 'ms' })
  report.note(`all looks: ${samples.map((sample) => `${sample.p99} ms at ${sample.perSecond}`).join(', ')}`)
}

async function latency(perSecond: number) {
  await using server = await start('ours')
  const made = await subscribed(server, batchedPath)
  await warmUp(server, made, perSecond)
  await server.request({ do: 'publish', perSecond, seconds: loadSeconds, symbols })
  const found = quantiles(latenciesOf(made))
  for (const { socket } of made) socket.destroy()
  return found
}

async function peerDeliveries(broker: (typeof brokers)[number]): Promise<number | null> {
  await using peer = await startBroker(broker)
  if (!peer) return null
  pin(peer.pid)
  const made = await readers(peer.port, clients, broker.path, broker.protocol)
  for (const [n, reader] of made.entries()) broker.subscribe(reader, symbolsOf(n), n)
  await settled(made)
  await peer.feed(offeredBatched / 2, 2, symbols)
  await settled(made)
  reset(made)
  const before = peer.cpuSeconds()
  await peer.feed(offeredBatched, loadSeconds, symbols)
  await settled(made)
  const spent = peer.cpuSeconds() - before
  mustBeOpen(made)
  for (const { socket } of made) socket.destroy()
  return deliveriesOf(made) / spent
}

async function idle(report: Report): Promise<void> {
  await using server = await start('ours')
  const before = await server.request({ do: 'memory' })
  const made: Reader[] = []
  for (let n = 0; n < 10_000; n += 500) made.push(...(await readers(server.port, 500, '/stock?token=x')))
  await settled(made)
  const after = await server.request({ do: 'memory' })
  const value = (after.rss - before.rss) / 2 ** 20
  report.row({ id: 'streamIdle', what: `${after.sockets} idle sockets`, value, unit: 'MiB', goal: { atMost: 200 } })
  for (const { socket } of made) socket.destroy()
}

/** Measures 5,000 sockets that connect at once while 100 streams are open. */
async function comingAndGoing(report: Report): Promise<void> {
  const count = 5_000
  await using server = await start('ours')
  const open = await readers(server.port, 100, batchedPath)
  const params = Array.from({ length: perClient }, (_, n) => `S${n}$US`).join(',')
  for (const reader of open) reader.sayText(JSON.stringify({ ac: 'subscribe', params, types: 'tick' }))
  await settled(open)
  const load = { do: 'publish', perSecond: 1_000, symbols: perClient } as const
  await server.request({ ...load, seconds: 2 })
  const before = await server.request({ do: 'memory' })
  reset(open)
  const published = server.request({ ...load, seconds: 5 })
  const begun = performance.now()
  const made = await newcomers(server, count)
  const seconds = (performance.now() - begun) / 1_000
  await published
  const what = `${count} sockets at once: connect, authenticate, subscribe`
  report.row({ what, value: count / seconds, unit: 'sockets/s', goal: { atLeast: 5_000 } })
  const p99 = quantiles(latenciesOf(open)).p99
  report.row({ what: 'meanwhile, tape to an open stream, p99', value: p99, unit: 'ms', goal: { atMost: 100 } })
  for (const { socket } of made) socket.destroy()
  await sleep(60_000)
  const after = await server.request({ do: 'memory' })
  const growth = 100 * (after.rss / before.rss - 1)
  report.row({ what: 'memory a minute after they left', value: growth, unit: '% more', goal: { atMost: 10 } })
  for (const { socket } of open) socket.destroy()
}

/**
 * Stops 500 of 600 readers. Tape and history are already full, so that any growth of memory comes from the stopped
 * readers.
 */
async function stalled(report: Report): Promise<void> {
  await using server = await start('ours')
  const load = { do: 'publish', perSecond: 1_000, symbols: perClient } as const
  await server.request({ ...load, perSecond: 200_000, seconds: 4 })
  const made = await readers(server.port, 600, batchedPath)
  const params = Array.from({ length: perClient }, (_, n) => `S${n}$US`).join(',')
  for (const reader of made) reader.sayText(JSON.stringify({ ac: 'subscribe', params, types: 'tick' }))
  await settled(made)
  await server.request({ ...load, seconds: 3 })
  reset(made)
  await server.request({ ...load, seconds: 15 })
  const [healthy, stopped] = [made.filter((_, n) => n % 6 === 0), made.filter((_, n) => n % 6 !== 0)]
  const baseline = { what: 'while all read', value: quantiles(latenciesOf(healthy)).p99 }
  const before = await server.request({ do: 'memory' })
  for (const { socket } of stopped) socket.pause()
  await untilBehind(server, stopped.length, () => server.request({ ...load, perSecond: 4_000, seconds: 1 }))
  await settled(healthy)
  reset(made)
  await server.request({ ...load, seconds: 15 })
  const after = await server.request({ do: 'memory' })
  const growth = (after.rss - before.rss) / 2 ** 20
  const p99 = quantiles(latenciesOf(healthy)).p99
  report.row({ what: `${after.behind} clients that stop reading`, value: growth, unit: 'MiB', goal: { atMost: 64 } })
  report.row({ what: 'p99 of the other clients', value: p99, unit: 'ms', baseline, goal: { ratioAtMost: 1.2 } })
  for (const { socket } of made) socket.destroy()
}

/**
 * Publishes until the server counts all stopped readers as behind, since the kernel first buffers megabytes for each.
 */
async function untilBehind(server: Server, count: number, publish: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await publish()
    if ((await server.request({ do: 'memory' })).behind === count) return
  }
  throw new Error(`not all of ${count} readers that stopped are behind`)
}

/**
 * Publishes a third of the capacity, then three times the capacity for a minute, then a third again. Tape and history
 * are full from the beginning.
 */
async function overload(report: Report, acceptedPerSecond: number): Promise<void> {
  await using server = await start('ours')
  const calm = { do: 'publish', perSecond: acceptedPerSecond / 3, symbols, quotes: true } as const
  await server.request({ ...calm, perSecond: offeredBatched, seconds: 4 })
  const made = await subscribed(server, batchedPath, 'tick,quote')
  await server.request({ ...calm, seconds: 2 })
  const before = await server.request({ do: 'memory' })
  reset(made)
  const perSecond = 3 * acceptedPerSecond
  const { events } = await server.request({ ...calm, perSecond, seconds: 60, insists: true })
  const lostTotal = made.reduce((sum, { gaps, skipped }) => sum + gaps + skipped, 0)
  const deliveredPerSecond = deliveriesOf(made) / 60
  reset(made)
  const over = Date.now()
  const after = await server.request({ do: 'memory' })
  await server.request({ ...calm, seconds: 5 })
  await sleep(100)
  // Every fiftieth reader is measured.
  const measured = made.filter(({ socket }, n) => n % 50 === 0 && !socket.destroyed)
  if (!measured.every(({ arrivals }) => arrivals.some((at) => at > over + 4_000)))
    throw new Error('a stream stands still after the overload')
  const late = made.flatMap(({ latencies, arrivals }) => arrivals.filter((_, n) => (latencies[n] ?? 0) > 100))
  const recoveredMs = late.reduce((latest, at) => Math.max(latest, at - over), 0)
  const lost = made.filter(({ socket }) => socket.destroyed).length
  const what = `3× overload, ${Math.round(events / 60_000)},000 events a second for 60 s`
  report.row({ what: `${what}: sockets lost`, value: lost, unit: 'sockets', goal: { atMost: 0 } })
  report.row({ what: 'gaps and skips sent to 20 of them', value: lostTotal, unit: 'times', goal: { atLeast: 1 } })
  report.row({ what: 'delivered meanwhile', value: deliveredPerSecond, unit: 'deliveries a second' })
  report.row({ what: 'memory growth', value: (after.rss - before.rss) / 2 ** 20, unit: 'MiB' })
  report.row({ what: 'back below 100 ms after', value: recoveredMs, unit: 'ms', goal: { atMost: 2_000 } })
  for (const { socket } of made) socket.destroy()
}

function latenciesOf(made: readonly Reader[]): number[] {
  return made.flatMap(({ latencies }) => latencies)
}
