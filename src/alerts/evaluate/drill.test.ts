import { expect, test } from 'vitest'
import { killEvaluator } from '#lab/drills/alert-drill.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { redisServer } from '#test/fixtures/redis.ts'

/** `npm run drill -- alerts` uses more kills. */
const kills = Number(process.env.TAPEWIRE_DRILL_KILLS ?? 1)
const seed = Number(process.env.TAPEWIRE_DRILL_SEED ?? 1)

if (!redisServer())
  didNotRun('the evaluator of alerts killed again and again', 'no redis-server and no valkey-server on this machine')

test.runIf(redisServer() !== null)(
  `every alert fires exactly once and at the right value although the evaluator is killed (kills: ${kills})`,
  async () => {
    await using ctx = await testPlatform()
    const result = await killEvaluator(ctx, kills, seed)
    console.log(result)
    expect(result.expected).toBeGreaterThan(150)
    expect(result).toMatchObject({ stored: result.expected, lost: 0, doubled: 0, gaps: 0, deliveries: result.expected })
  },
  60_000 + kills * 20_000,
)
