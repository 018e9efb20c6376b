import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { problemOf } from '#src/contract/errors.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { brokeOff, type Outcome, type Runner, type RunnerIo } from '#src/market/import-queue/job.ts'
import type { StoreAddresses } from '#src/platform/processes/process.ts'
import { youngSpace } from '#src/platform/processes/supervised-process.ts'
import type { ImportBegin, ImportMessage } from './import-message.ts'

const mainFile = join(import.meta.dirname, '../../main.mjs')
const heapMib = 1_024
const memoryMib = 1_536
const watchMs = 250
const silentMs = minuteMs
const wholeMs = 6 * hourMs
/** Time to store the rows that were read, at a stop. */
const stopMs = 2_500
const pageBytes = 4_096
/** Pages and data come first on a busy machine. */
const niceness = 10

type ImportLimits = { memoryMib: number; silentMs: number; wholeMs: number }
const limitsMax: ImportLimits = { memoryMib, silentMs, wholeMs }

/** Runs each import in a process of its own, within limits of time and memory. */
export function importProcesses(stores: StoreAddresses, limits = limitsMax): Runner {
  return async (order, { signal, ...shown }) => {
    const child = fork(mainFile, ['--part=import'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, youngSpace, `--max-old-space-size=${heapMib}`],
    })
    child.once('spawn', () => giveWay(child))
    child.send({ order, stores } satisfies ImportBegin)
    return new ImportProcess(child, limits, shown).ended(signal)
  }
}

class ImportProcess {
  readonly #child: ChildProcess
  readonly #limits: ImportLimits
  readonly #began = performance.now()
  #heardAt = performance.now()
  #outcome: Outcome | null = null
  /** The limit for which the process was killed. */
  #broken: Outcome | null = null

  constructor(child: ChildProcess, limits: ImportLimits, { progress, recognised }: Omit<RunnerIo, 'signal'>) {
    this.#child = child
    this.#limits = limits
    child.on('message', (message: ImportMessage) => {
      this.#heardAt = performance.now()
      if (message.kind === 'progress') progress(message.line)
      if (message.kind === 'recognised') recognised?.(message.reading)
      if (message.kind === 'end') this.#outcome = message.outcome
    })
  }

  async ended(signal: AbortSignal): Promise<Outcome> {
    const child = this.#child
    const stop = () => {
      child.kill('SIGTERM')
      late = setTimeout(() => child.kill('SIGKILL'), stopMs)
    }
    let late: NodeJS.Timeout | undefined
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    const watch = setInterval(() => this.#watch(), watchMs)
    const exit = await new Promise<{ code: number | null; by: string | null }>((resolve) => {
      child.once('error', () => resolve({ code: null, by: null }))
      child.once('close', (code, by) => resolve({ code, by }))
    })
    clearInterval(watch)
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    if (this.#outcome) return this.#outcome
    if (signal.aborted) return { end: 'stopped' }
    const isOutOfHeap = exit.by === 'SIGABRT' || exit.code === 134
    return this.#broken ?? { end: 'broke', problem: isOutOfHeap ? this.#memoryProblem() : brokeOff }
  }

  #watch(): void {
    const now = performance.now()
    const { silentMs: silent, wholeMs: whole, memoryMib: mib } = this.#limits
    if (now - this.#heardAt > silent) this.#end(problemOf('import_time', { seconds: Math.round(silent / 1_000) }))
    else if (now - this.#began > whole) this.#end(problemOf('import_time', { seconds: Math.round(whole / 1_000) }))
    else if (residentMib(this.#child.pid) > mib) this.#end(this.#memoryProblem())
  }

  #memoryProblem() {
    return problemOf('import_memory', { mib: this.#limits.memoryMib })
  }

  #end(problem: Extract<Outcome, { end: 'broke' }>['problem']): void {
    this.#broken ??= { end: 'broke', problem }
    this.#child.kill('SIGKILL')
  }
}

/** The memory of a process; 0 where the system does not state it. */
function residentMib(pid = 0): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return (Number(pages) * pageBytes) / 1024 ** 2
  } catch {
    // The process has ended, or the system has no /proc.
    return 0
  }
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The process has ended meanwhile.
  }
}
