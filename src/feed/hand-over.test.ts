import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type HandOverResult, handOver } from '#lab/drills/hand-over-drill.ts'
import { usualLives } from '#src/platform/leases/leadership.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { handOverPayments } from '#test/fixtures/payment-hand-over.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { redisServer } from '#test/fixtures/redis.ts'

/**
 * `npm run drill -- hand-over` runs more hand-overs with the product's lease durations, measures them and writes a
 * report.
 */
const { TAPEWIRE_DRILL_HAND_OVERS, TAPEWIRE_DRILL_TIMED, TAPEWIRE_DRILL_SEED, TAPEWIRE_DRILL_REPORT } = process.env
const handOvers = Number(TAPEWIRE_DRILL_HAND_OVERS ?? 2)
const timed = Number(TAPEWIRE_DRILL_TIMED ?? 0)
const seed = Number(TAPEWIRE_DRILL_SEED ?? 1)
const shortLives = { lifeMs: 600, tryMs: 100 }
const noFault = { doubled: 0, missing: 0, missingFirst: [], isInOrder: true, gaps: 0 }
const takeOverMsMax = { feed: 5_000, payments: 10_000 }

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('a feed handed over between processes', 'no redis-server and no valkey-server on this machine')

test.runIf(hasRedis)(
  `a client that resumes gets every trade exactly once across ${handOvers} hand-overs of a feed between processes`,
  async () => {
    await using ctx = await testPlatform()
    const result = await handOver(ctx, { seed, handOvers, lives: shortLives })
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, report(result))
    expect(result).toMatchObject({ ...noFault, handOvers, received: result.trades })
    expect(result).toMatchObject({ recorded: result.trades, rows: result.trades })
    expect(result.resumes).toBeGreaterThan(0)
  },
  60_000 + handOvers * 20_000,
)

test.runIf(hasRedis && timed > 0)(
  'after a hand-over, a feed and its recorder continue within 5 s, and payments continue within 10 s',
  async () => {
    await using ctx = await testPlatform()
    const result = await handOver(ctx, { seed, handOvers: timed, lives: usualLives })
    await using paymentsCtx = await testPlatform()
    const payments = await handOverPayments(paymentsCtx, { seed, handOvers: timed / 4 })
    const times = [
      ...timesOf(result.takeOvers),
      ...timesOf(payments.map((found) => ({ ...found, lease: 'payments:TRC20' }))),
    ]
    console.table(times)
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, timesReport(times), { flag: 'a' })
    expect(result).toMatchObject({ ...noFault, recorded: result.trades, rows: result.trades })
    expect(Math.max(...result.takeOvers.map(({ ms }) => ms))).toBeLessThan(takeOverMsMax.feed)
    expect(Math.max(...payments.map(({ ms }) => ms))).toBeLessThan(takeOverMsMax.payments)
  },
  60_000 + timed * 30_000,
)

const about = `Two processes hand the feed of an exchange over to each other while it trades: the holder is paused and wakes up beside the next
one, is killed, is restarted, or loses the lease in the database; the processes' clocks differ by up to 10 s. A client follows over a
gateway and is disconnected now and then. Doubled and missing: trades of the exchange, at the client; recorded and rows: in history,
different ones and all. Leases live ${shortLives.lifeMs} ms here.
`

function report(result: HandOverResult): string {
  const { takeOvers, faults, ...figures } = result
  const rows = Object.entries({ ...figures, ...faults }).map(([name, value]) => `| ${name} | ${value} |`)
  return `# npm run drill -- hand-over\n\n${about}\n| | |\n|---|---|\n${rows.join('\n')}\n`
}

type Times = { what: string; times: number; p50: number; p95: number; max: number }

function timesOf(takeOvers: readonly { lease: string; fault: string; ms: number }[]): Times[] {
  return [...Map.groupBy(takeOvers, ({ lease, fault }) => `${lease}, ${fault}`)].map(([what, found]) => {
    const sorted = found.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
    return { what, times: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) }
  })
}

function timesReport(times: readonly Times[]): string {
  const rows = times.map(({ what, times, p50, p95, max }) => `| ${what} | ${times} | ${p50} | ${p95} | ${max} |`)
  return `
With the lives that leases have in the product: ms from the fault to the next feed's first trade at the client, the next recorder's first
rows, and the next watcher's first whole look.

| | times | p50 | p95 | max |
|---|---|---|---|---|
${rows.join('\n')}
`
}
