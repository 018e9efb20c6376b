import { readFileSync, writeFileSync } from 'node:fs'
import type { Figure, Figures } from '#src/site/content/benches/figures.ts'
import type { Row } from './bench.ts'
import { rounded, runContext } from './run-context.ts'

const file = 'src/site/content/benches/figures.json'

export function figureOf({ id, what: figure, value, unit, goal, baseline }: Row): Figure {
  const ratio = baseline && value / baseline.value
  return {
    ...(id && { id }),
    ...{ figure, value, unit },
    ...(goal && { goal, met: isMet({ value, ratio: ratio ?? Number.NaN }, goal) }),
    ...(baseline && { baseline, ratio }),
  }
}

function isMet({ value, ratio }: { value: number; ratio: number }, goal: NonNullable<Row['goal']>): boolean {
  if ('atLeast' in goal) return value >= goal.atLeast
  if ('atMost' in goal) return value <= goal.atMost
  return 'ratioAtLeast' in goal ? ratio >= goal.ratioAtLeast : ratio <= goal.ratioAtMost
}

/** Replaces the figures of the bench's last run, and keeps the figures of all other benches. */
export function record(bench: string, command: string, figures: Figure[]): void {
  const known: Figures = JSON.parse(readFileSync(file, 'utf8'))
  const all = { ...known, [bench]: { command, ...runContext(), figures } }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, rounded, 2)}\n`)
}
