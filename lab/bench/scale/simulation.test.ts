import { expect, test } from 'vitest'
import { simulate, simulateFailures } from './simulation.ts'

const one = { perSecond: 1_000_000, load: 0.5, lost: 1, seed: 7 }

test('the simulation returns the same result for the same seed, and a 99th percentile within 20 ms for another seed', () => {
  expect(simulate(one)).toEqual(simulate(one))
  const other = simulate({ ...one, seed: 8 })
  expect(Math.abs(other.p99 - simulate(one).p99)).toBeLessThan(20)
})

test('16 failed processes raise the simulated 99th percentile of the delay, and at high load the delay never recovers', () => {
  const [few, many] = [simulate(one), simulate({ ...one, lost: 16 })]
  expect(many.p99).toBeGreaterThan(few.p99)
  expect(few.recoveredMs).not.toBeNull()
  const full = simulate({ ...one, load: 0.85, lost: 16 })
  expect(full.p99).toBeGreaterThan(1_000)
  expect(full.recoveredMs).toBeNull()
})

test('the failure simulation runs at three loads, with 1, 5 and 16 failed processes at each load', () => {
  const { cases, processes, seed } = simulateFailures(1_000_000, 7)
  expect([seed, processes]).toEqual([7, 48])
  expect(cases.map(({ load, lost }) => [load, lost])).toEqual(
    [0.5, 0.7, 0.85].flatMap((load) => [1, 5, 16].map((lost) => [load, lost])),
  )
})
