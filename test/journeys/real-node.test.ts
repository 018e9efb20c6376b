import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainCases, type EvmCase } from '#lab/evm/chain-cases.ts'
import { assertConserved } from '#lab/evm/conservation.ts'
import { faultCases } from '#lab/evm/fault-cases.ts'
import { sweepCases } from '#lab/evm/sweep-cases.ts'
import { findEvmTools } from '#lab/evm/tools.ts'
import { EvmWorld } from '#lab/evm/world.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'

/** `npm run drill -- evm` runs every case, at a lower speed that a busy machine can keep up with. */
const whole = process.env.TAPEWIRE_DRILL_EVM !== undefined
const speed = Number(process.env.TAPEWIRE_DRILL_SPEED ?? 20)
const caseMsMax = whole ? 300_000 : 60_000
const cases = [...chainCases, ...faultCases, ...sweepCases].filter(({ short }) => whole || short)
const tools = findEvmTools()
const rows: string[] = []

if (typeof tools === 'string') didNotRun('payments on a real EVM node', tools)

describe.skipIf(typeof tools === 'string')('live mode on a real EVM node', () => {
  let platform: TestPlatform
  let world: EvmWorld

  beforeAll(async () => {
    if (typeof tools === 'string') return
    platform = await testPlatform()
    world = await EvmWorld.open(platform, tools, speed)
  })

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await platform?.[Symbol.asyncDispose]()
    if (whole) console.log(['', '| case | result | s | |', '|---|---|---|---|', ...rows].join('\n'))
  })

  test.each(cases)(
    '$name: money on the chain equals the ledger, and the ledger equals orders and credit',
    async (one) => {
      expect(await result(world, one)).not.toContain('FAILED')
    },
    caseMsMax,
  )
})

async function result(world: EvmWorld, { name, run }: EvmCase): Promise<string> {
  const began = performance.now()
  const outcome = await run(world)
    .then(async (note = '') => {
      await assertConserved(world)
      return `ok | ${note}`
    })
    .catch((cause: unknown) => `FAILED | ${cause instanceof Error ? cause.message : cause}`)
  world.proxy.end()
  const [verdict, note] = outcome.split(' | ')
  const row = `| ${name} | ${verdict} | ${Math.round((performance.now() - began) / 1_000)} | ${note} |`
  rows.push(row)
  if (whole) console.log(row)
  return outcome
}
