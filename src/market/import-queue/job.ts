import { type Problem, problemOf } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { TargetFlags } from '../import/file/source-file.ts'
import type { ImportIo, ImportReport } from '../import/import-run.ts'

/** An import as it is passed to the process that reads the file. */
export type ImportOrder = {
  importId: string
  kind: ImportKind
  path: string
  flags: TargetFlags
  by: string | null
}

/** The end of one attempt of an import. `sentence`: for the terminal. */
export type Outcome =
  | { end: 'done'; report: ImportReport }
  | { end: 'refused'; problem: Problem; sentence: string }
  /** A store did not respond. The file is not at fault. */
  | { end: 'away'; sentence: string }
  /** The process ended, or had to be ended. */
  | { end: 'broke'; problem: Problem }
  | { end: 'stopped' }

export type RunnerIo = Pick<ImportIo, 'signal' | 'progress' | 'recognised'>

/** Runs one import: in a process of its own, or in this process if it serves nothing else. */
export type Runner = (order: ImportOrder, io: RunnerIo) => Promise<Outcome>

/** The number of broken-off attempts after which an import is refused. */
export const attemptsMax = 2
/** After this time without a sign of life, the process of an import counts as dead, ms. */
export const silentMs = minuteMs
const pausesMs = { first: 5_000, max: 10 * minuteMs }

export type NextPhase = { phase: 'done' | 'ready' } | { phase: 'failed'; problem: Problem }

/** The next step after an attempt. `attempts`: the number of attempts so far, including this attempt. */
export function phaseAfter(outcome: Outcome, attempts: number): NextPhase {
  switch (outcome.end) {
    case 'done':
      return { phase: 'done' }
    case 'refused':
      return { phase: 'failed', problem: outcome.problem }
    case 'broke':
      return attempts >= attemptsMax ? { phase: 'failed', problem: outcome.problem } : { phase: 'ready' }
    case 'away':
    case 'stopped':
      return { phase: 'ready' }
  }
}

/** The wait before the next attempt after a store did not respond. `pauses`: the number of earlier waits. */
export function pauseAfter(pauses: number): number {
  return Math.min(pausesMs.max, pausesMs.first * 2 ** Math.min(pauses, 20))
}

export const brokeOff = problemOf('import_broke_off')
