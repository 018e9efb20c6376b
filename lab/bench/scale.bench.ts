import { writeFileSync } from 'node:fs'
import type { Measured } from '#src/site/content/scale/measured.ts'
import type { Bench, Report } from './bench.ts'
import { rounded, runContext } from './run-context.ts'
import { measureHistory } from './scale/history.ts'
import { simulateFailures } from './scale/simulation.ts'
import { measureTape } from './scale/tape.ts'
import { batchedPath, deliveries, offeredBatched, readers, start } from './stream/clients.ts'
import { settled } from './stream/reader.ts'

const file = 'src/site/content/scale/scale.json'
const idleSockets = 2_000

/**
 * Measures the figures for the handbook page `/operator/handbook/scale`, which is computed from the file that this
 * bench writes.
 */
export const bench: Bench = {
  about: 'what each stage costs of one core, written to src/site/content/scale/scale.json',
  async run(report) {
    const tape = await measureTape()
    const history = await measureHistory()
    // Runs last, because it binds this process to one core.
    const fanOut = await measureFanOut()
    const failures = simulateFailures(fanOut.deliveries)
    const found: Measured = { ...runContext(), tape, fanOut, ...history, failures }
    writeFileSync(file, `${JSON.stringify(found, rounded, 2)}\n`)
    reportAll(report, found)
  },
}

async function measureFanOut(): Promise<Measured['fanOut']> {
  const samples = [
    await deliveries('ours', batchedPath, offeredBatched),
    await deliveries('ours', batchedPath, offeredBatched),
  ]
  const slower = samples.toSorted((a, b) => a.perCpuSecond - b.perCpuSecond)[0]
  if (!slower) throw new Error('nothing was delivered')
  return { deliveries: slower.perCpuSecond, bytes: slower.bytesEach, socketBytes: await measureSockets() }
}

async function measureSockets(): Promise<number> {
  await using server = await start('ours')
  const before = await server.request({ do: 'memory' })
  const made = await readers(server.port, idleSockets, '/stock?token=x')
  await settled(made)
  const after = await server.request({ do: 'memory' })
  for (const { socket } of made) socket.destroy()
  return (after.rss - before.rss) / idleSockets
}

function reportAll(report: Report, { tape, fanOut, record, query, failures }: Measured): void {
  const row = (what: string, value: number, unit: string) => report.row({ what, value, unit })
  row('append to one shard, the feed', tape.append.feed, 'events per CPU second')
  row('append to one shard, Redis', tape.append.store, 'events per CPU second')
  row('follow one shard, a gateway', tape.follow.gateway, 'events per CPU second')
  row('follow one shard, Redis', tape.follow.store, 'events per CPU second')
  row('an event from Redis to a gateway', tape.follow.bytes, 'bytes')
  row('fan-out', fanOut.deliveries, 'deliveries per CPU second')
  row('a delivery on the wire', fanOut.bytes, 'bytes')
  row('an idle socket', fanOut.socketBytes / 1_024, 'KiB')
  row('ticks to history, engine included', record.rows, 'rows per CPU second')
  row('a tick on the disk', record.bytes, 'bytes')
  row('500 bars from history', query.history, 'answers per CPU second')
  row('a quote', query.hot, 'answers per CPU second')
  for (const { load, lost, p99, recoveredMs } of failures.cases) {
    const what = `${lost} of ${failures.processes} processes stop at ${load * 100} % load, p99 after it`
    row(what, p99, `ms, calm again after ${recoveredMs ?? '–'} ms`)
  }
}
