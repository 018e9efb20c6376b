import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { problemOf } from '#src/contract/errors.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { brokeOff, type Outcome, type Runner, type RunnerIo } from '#src/market/import-queue/job.ts'
import { mainFile } from '#src/platform/installation/project-root.ts'
import { Silence } from '#src/platform/loop.ts'
import type { StoreAddresses } from '#src/platform/processes/process.ts'
import { youngSpace } from '#src/platform/processes/supervised-process.ts'
import type { ImportBegin, ImportMessage } from './import-message.ts'

const heapMib = 1_024
const memoryMib = 1_536
const watchMs = 250
const silentMs = minuteMs
const wholeMs = 6 * hourMs
/** The time in which a stopped import may store the rows that it has read. */
const stopMs = 2_500
const pageBytes = 4_096
/** The priority of the process: pages and data come first on a busy machine. */
const niceness = 10

/**
 * `ageMs`: a process older than this takes no more imports, since its caches are not renewed. `keptMs`: the time for
 * which a process waits for the next import. Most of a small import's time is the start of the process.
 */
type ImportLimits = { memoryMib: number; silentMs: number; wholeMs: number; ageMs: number; keptMs: number }
const limitsMax: ImportLimits = { memoryMib, silentMs, wholeMs, ageMs: minuteMs, keptMs: 2_000 }

/** Runs imports in separate processes, within limits of time and memory. Each process runs one import at a time. */
export function importProcesses(stores: StoreAddresses, limits = limitsMax): Runner {
  let kept: ImportProcess | null = null
  return async (order, { signal, ...shown }) => {
    const reused = kept?.isFree ? kept : null
    kept = reused ? null : kept
    let taken = reused ?? new ImportProcess(limits)
    let outcome = await taken.run({ order, stores }, signal, shown)
    if (reused?.hasDiedUnread && !signal.aborted) {
      taken = new ImportProcess(limits)
      outcome = await taken.run({ order, stores }, signal, shown)
    }
    if (taken.isFree) {
      kept?.leave()
      kept = taken
    }
    return outcome
  }
}

class ImportProcess {
  readonly #child: ChildProcess
  readonly #limits: ImportLimits
  readonly #startedAt = performance.now()
  readonly #gone: Promise<{ code: number | null; by: string | null }>
  #state: 'busy' | 'free' | 'ended' = 'busy'
  #idle: NodeJS.Timeout | undefined
  #began = 0
  #silence = new Silence()
  #hasRead = false
  /** The limit that the process exceeded before it was killed. */
  #broken: Outcome | null = null

  constructor(limits: ImportLimits) {
    const child = fork(mainFile, ['--part=import'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, youngSpace, `--max-old-space-size=${heapMib}`],
    })
    child.once('spawn', () => giveWay(child))
    this.#gone = new Promise((resolve) => {
      child.once('error', () => resolve({ code: null, by: null }))
      child.once('close', (code, by) => resolve({ code, by }))
    })
    void this.#gone.then(() => {
      this.#state = 'ended'
    })
    this.#child = child
    this.#limits = limits
  }

  get isFree(): boolean {
    return this.#state === 'free'
  }

  /** Whether the process ended before it had read anything of its file, and not because of a limit. */
  get hasDiedUnread(): boolean {
    return this.#state === 'ended' && !this.#hasRead && this.#broken === null
  }

  leave(): void {
    this.#state = 'ended'
    clearTimeout(this.#idle)
    // A parent that disconnects gets no event `close`.
    this.#child.kill('SIGTERM')
  }

  async run(
    begin: ImportBegin,
    signal: AbortSignal,
    { progress, recognised }: Omit<RunnerIo, 'signal'>,
  ): Promise<Outcome> {
    clearTimeout(this.#idle)
    const child = this.#child
    child.ref()
    child.channel?.ref()
    this.#state = 'busy'
    this.#began = performance.now()
    this.#silence = new Silence()
    this.#hasRead = false
    const stop = () => {
      child.kill('SIGTERM')
      late = setTimeout(() => child.kill('SIGKILL'), stopMs)
    }
    let late: NodeJS.Timeout | undefined
    const { promise: told, resolve: end } = Promise.withResolvers<Outcome>()
    const hear = (message: ImportMessage) => {
      this.#silence.heard()
      this.#hasRead ||= message.kind !== 'alive'
      if (message.kind === 'progress') progress(message.line)
      if (message.kind === 'recognised') recognised?.(message.reading)
      if (message.kind === 'end') end(message.outcome)
    }
    child.on('message', hear)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    const watch = setInterval(() => this.#watch(), watchMs)
    child.send(begin, () => {})
    const outcome = await Promise.race([told, this.#gone.then((exit) => this.#broke(exit, signal))])
    clearInterval(watch)
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    child.off('message', hear)
    if (outcome.end === 'done' && !signal.aborted && this.#isFit()) this.#rest()
    else {
      this.leave()
      const killed = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await this.#gone
      clearTimeout(killed)
    }
    return outcome
  }

  #isFit(): boolean {
    const isYoung = performance.now() - this.#startedAt < this.#limits.ageMs
    return isYoung && residentMib(this.#child.pid) < this.#limits.memoryMib / 2
  }

  /** Waits for another import, without keeping the parent alive. */
  #rest(): void {
    this.#state = 'free'
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(() => this.leave(), this.#limits.keptMs).unref()
  }

  #broke(exit: { code: number | null; by: string | null }, { aborted }: AbortSignal): Outcome {
    if (aborted) return { end: 'stopped' }
    const isOutOfHeap = exit.by === 'SIGABRT' || exit.code === 134
    return this.#broken ?? { end: 'broke', problem: isOutOfHeap ? this.#memoryProblem() : brokeOff }
  }

  #watch(): void {
    const now = performance.now()
    const { silentMs: silent, wholeMs: whole, memoryMib: mib } = this.#limits
    if (this.#silence.isOver(silent)) this.#breakOff(problemOf('import_time', { seconds: Math.round(silent / 1_000) }))
    else if (now - this.#began > whole) this.#breakOff(problemOf('import_time', { seconds: Math.round(whole / 1_000) }))
    else if (residentMib(this.#child.pid) > mib) this.#breakOff(this.#memoryProblem())
  }

  #memoryProblem() {
    return problemOf('import_memory', { mib: this.#limits.memoryMib })
  }

  #breakOff(problem: Extract<Outcome, { end: 'broke' }>['problem']): void {
    this.#broken ??= { end: 'broke', problem }
    this.#child.kill('SIGKILL')
  }
}

/** The memory of a process; 0 if the system does not state it. */
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
