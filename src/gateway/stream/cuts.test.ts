import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutStream } from '#lab/drills/cut-drill.ts'
import { redisServer } from '#test/fixtures/redis.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'

const { TAPEWIRE_DRILL_CUTS = '40', TAPEWIRE_DRILL_SEED = '20261128' } = process.env
const [cuts, seed] = [Number(TAPEWIRE_DRILL_CUTS), Number(TAPEWIRE_DRILL_SEED)]
const maxMs = 10_000 + cuts * 200

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const faultless = { cuts, missing: 0, doubled: 0, outOfOrder: 0, refused: 0 }

test(
  'a client that reconnects with its last sequence numbers gets every event once and in order, or an announced gap',
  async () => {
    const result = await cutStream(platform, { seed, cuts, restartEvery: 20, tape: 'memory' })
    expect(result).toMatchObject(faultless)
    expect(result.gaps).toBeGreaterThan(0)
    expect(result.received).toBeGreaterThan(cuts)
  },
  maxMs,
)

test.skipIf(redisServer() === null)(
  'on a shared tape, no event is lost by a restart of the gateway',
  async () => {
    const result = await cutStream(platform, { seed, cuts, restartEvery: 20, tape: 'redis' })
    expect(result).toMatchObject({ ...faultless, gaps: 0 })
    expect(result.received).toBeGreaterThan(cuts)
  },
  maxMs,
)
