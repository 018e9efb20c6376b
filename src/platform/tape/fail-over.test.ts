import { writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { channel, type FailOverResult, failOverUnderLoad } from '#lab/drills/fail-over-drill.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer, startMovingRedis, startRedisCluster, startSentinel } from '#test/fixtures/redis.ts'
import { keysOf } from './offset.ts'
import { redisTapeDefaults } from './tape-redis.ts'

/** `npm run drill -- redis` fails over more often and writes a report. */
const { TAPEWIRE_DRILL_FAIL_OVERS, TAPEWIRE_DRILL_REPORT } = process.env
const failOvers = Number(TAPEWIRE_DRILL_FAIL_OVERS ?? 1)
const maxMs = 30_000 + failOvers * 30_000

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('the tape through fail-overs of Redis', 'no redis-server and no valkey-server on this machine')

const [key] = keysOf(redisTapeDefaults.prefix, channel)
const results: Record<string, FailOverResult> = {}

function expectFaultless(result: FailOverResult): void {
  expect(result).toMatchObject({ failOvers, lost: 0, doubled: 0 })
  expect(result.again).toBeLessThanOrEqual(result.takenBack)
}

describe.runIf(hasRedis)('the tape in Redis during fail-overs', () => {
  test(
    'no event from a source to a reader is lost or duplicated when the Redis address moves to another server',
    async () => {
      await using redis = await startMovingRedis()
      const result = await failOverUnderLoad(redis, failOvers)
      results['one address that moves'] = result
      expectFaultless(result)
    },
    maxMs,
  )

  test.runIf(TAPEWIRE_DRILL_FAIL_OVERS)(
    'no event from a source to a reader is lost or duplicated when Sentinel promotes the replica of a killed master',
    async () => {
      await using redis = await startSentinel()
      const result = await failOverUnderLoad(redis, failOvers)
      results.Sentinel = result
      expectFaultless(result)
    },
    maxMs,
  )

  test.runIf(TAPEWIRE_DRILL_FAIL_OVERS)(
    'no event from a source to a reader is lost or duplicated when a Redis cluster promotes the replica of a killed master',
    async () => {
      await using redis = await startRedisCluster({ hasReplicas: true, key })
      const result = await failOverUnderLoad(redis, failOvers)
      results.Cluster = result
      expectFaultless(result)
    },
    maxMs,
  )
})

afterAll(async () => {
  if (!TAPEWIRE_DRILL_REPORT) return
  const rows = Object.entries(results).map(
    ([name, { events, lost, doubled, again, takenBack, gaps }]) =>
      `| ${name} | ${failOvers} | ${events} | ${lost} | ${doubled} | ${takenBack} | ${again} | ${gaps} |`,
  )
  const head =
    '| | fail-overs | events | lost | doubled | lost by the servers | again after a gap | gaps |\n|---|---|---|---|---|---|---|---|'
  await writeFile(TAPEWIRE_DRILL_REPORT, `# npm run drill -- redis\n\n${about}\n${head}\n${rows.join('\n')}\n`)
})

const about = `A source appends numbered events with its position, and a reader in another process's place follows, while the master is killed
(Sentinel, Cluster) or hands over and is cut off (one address). Replication is asynchronous, so a killed master may take its last
events with it: the reader is told so by a gap, and gets them again from the source. Nothing else comes again.
`
