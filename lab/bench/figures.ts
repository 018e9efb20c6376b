import { execFileSync } from 'node:child_process'
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

/**
 * Why the figures of this run may not be published; null if they may. Figures of uncommitted code or of a shortened run
 * would stand under a commit and a command that do not repeat them.
 */
export function whyUnpublished(changes: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const changed = changes.filter((path) => path !== file)
  if (changed.length > 0) return `these files are not committed: ${changed.join(', ')}`
  const set = Object.keys(environment).filter((name) => /^(BENCH|SIGNIN|CHART)_|^SERVER_ARGUMENTS$/.test(name))
  return set.length > 0 ? `${set.join(', ')} changes the run` : null
}

/** The ids of the last run that this run did not measure, such as those of peers that are not on the machine. */
export function unmeasured(before: readonly Figure[], figures: readonly Figure[]): string[] {
  return before.flatMap(({ id }) => (id && !figures.some((figure) => figure.id === id) ? [id] : []))
}

/** The paths of uncommitted files. */
function uncommitted(): string[] {
  const lines = execFileSync('git', ['status', '--porcelain', '--no-renames'], { encoding: 'utf8' }).split('\n')
  return lines.filter(Boolean).map((line) => line.slice(3))
}

/**
 * Replaces the figures of the bench's last run, and keeps the figures of all other benches. Returns why it does not, if
 * it does not.
 */
export function record(bench: string, command: string, figures: Figure[]): string | null {
  const known: Figures = JSON.parse(readFileSync(file, 'utf8'))
  const missing = unmeasured(known[bench]?.figures ?? [], figures)
  const why = missing.length > 0 ? `${missing.join(', ')} not measured` : whyUnpublished(uncommitted(), process.env)
  if (why !== null) return why
  const all = { ...known, [bench]: { command, ...runContext(), figures } }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, rounded, 2)}\n`)
  return null
}
