import { expect, test } from 'vitest'
import { runScenario } from '#test/fixtures/payment-scenario.ts'
import { testPlatform } from '#test/fixtures/platform.ts'

/** `npm run drill -- ledger` uses more seeds. */
const seeds = Number(process.env.TAPEWIRE_DRILL_SEEDS ?? 5)
const lanes = 4

test(
  `after random faults, reorganisations and crashes the ledger equals the chain at each address (${seeds} seeds)`,
  async () => {
    const queue = Array.from({ length: seeds }, (_, n) => n + 1)
    const wrong: string[] = []
    const totals = { deposits: 0, faults: 0, reorganisations: 0, crashes: 0 }
    const lane = async () => {
      await using ctx = await testPlatform()
      for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
        const result = await runScenario(ctx, seed)
        if (result.problem) wrong.push(`seed ${seed}: ${result.problem}`)
        for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += result[name]
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    // The list is joined as text, because a report of the whole test run shows a list as [ Array(1) ].
    expect(wrong.join('\n')).toBe('')
    expect(totals.deposits).toBeGreaterThan(seeds)
    expect(Math.min(totals.faults, totals.reorganisations, totals.crashes)).toBeGreaterThan(seeds / 3)
  },
  60_000 + seeds * 1_000,
)
