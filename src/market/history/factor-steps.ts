import type { Factor } from './adjust.ts'

/**
 * What a split or a dividend does to earlier prices: those up to and including `last`, the trading date before `exDate` (both ms
 * at 00:00 UTC), are multiplied by `step`. `reference`: the raw close of `last`.
 */
export type FactorStep = { kind: 'split' | 'dividend'; last: number; exDate: number; step: number; reference: number }

/**
 * Factors in which each step is exactly what it says, whatever the base has there; everything else stays. The base may be in any
 * order; the answer is by date.
 */
export function withSteps(given: readonly Factor[], steps: readonly FactorStep[]): Factor[] {
  const base = given.toSorted((a, b) => a.date - b.date)
  const dates = new Set([...base.map(({ date }) => date), ...steps.map(({ last }) => last)])
  return [...dates].sort((a, b) => a - b).map((date) => factorWith(base, steps, date))
}

function factorWith(base: readonly Factor[], steps: readonly FactorStep[], date: number): Factor {
  const known = factorAt(base, date)
  let { price, split } = known
  for (const one of steps) {
    if (date > one.last) continue
    const change = one.step / stepIn(base, one)
    if (one.kind === 'split') split *= change
    else price *= change
  }
  const own = base.find((factor) => factor.date === date)
  const reference = own?.reference ?? steps.find(({ last }) => last === date)?.reference ?? known.reference
  return { date, price, split, reference }
}

/** What the base does already on the ex-date of a step. */
export function stepIn(
  base: readonly Factor[],
  { kind, last, exDate }: Omit<FactorStep, 'step' | 'reference'>,
): number {
  const [before, after] = [factorAt(base, last), factorAt(base, exDate)]
  return kind === 'split' ? before.split / after.split : before.price / after.price
}

/** The factors for prices of a date; 1 after the last of them. */
export function factorAt(factors: readonly Factor[], date: number): Factor {
  return factors.find((factor) => factor.date >= date) ?? { date, price: 1, split: 1, reference: 0 }
}
