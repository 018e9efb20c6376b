import type { Factor } from './adjust.ts'

/**
 * The effect of a split or dividend on earlier prices: prices up to and including `last`, the trading date before
 * `exDate` (both ms at 00:00 UTC), are multiplied by `step`. `reference`: the raw close of `last`.
 */
export type FactorStep = { kind: 'split' | 'dividend'; last: number; exDate: number; step: number; reference: number }

/**
 * Changes the given factors so that each of `steps` takes effect with exactly its value. All other steps stay. `given`
 * may have any order; the result is sorted by date.
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

/** The step on the ex-date that the factors of `base` already contain. */
export function stepIn(
  base: readonly Factor[],
  { kind, last, exDate }: Omit<FactorStep, 'step' | 'reference'>,
): number {
  const [before, after] = [factorAt(base, last), factorAt(base, exDate)]
  return kind === 'split' ? before.split / after.split : before.price / after.price
}

/** The factors for prices of a date; 1 after the last date with factors. */
export function factorAt(factors: readonly Factor[], date: number): Factor {
  return factors.find((factor) => factor.date >= date) ?? { date, price: 1, split: 1, reference: 0 }
}
