import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import type { DataDirLock } from '../data-dir/data-dir-lock.ts'
import { Silence } from '../loop.ts'
import type { Log } from '../platform.ts'
import {
  type ChildConfig,
  type ChildMessage,
  type Drain,
  isGateway,
  type ProcessName,
  type ProcessPlan,
  type ProcessState,
  planArguments,
  type SupervisorMessage,
} from './process.ts'

export type SupervisedOptions = {
  log: Log
  file: string
  args: readonly string[]
  progress: (line: string) => void
  onChange: (isUp: boolean) => void
  /** The process that must be ready before a restart of this process. */
  needs: SupervisedProcess | null
  /** A process that sends no message for this time is ended, ms. */
  heldMsMax?: number
  /** The lock of the data directory, which the child process keeps, too. */
  lock: DataDirLock
  /** Time of a stop, ms, between the end of readiness and the end of service. */
  drainMs: number
}

type Ready = Extract<ChildMessage, { kind: 'ready' }>

const metricsMs = 2_000
const heldMsMax = 30_000
const watchMs = 1_000
/** The wait between an end and the next start. It doubles each time, and is short again after a minute of work. */
const pauses = { firstMs: 250, maxMs: 30_000, calmMs: 60_000 }
/** Thread pool size of the data process, which also runs the engine's statements for the other processes. */
const dataThreads = '8'
/** Limits the space for new objects. By default this space grows at peaks to 130 MB in each process and stays there. */
export const youngSpace = '--max-semi-space-size=16'
/** Priority of the site process once it serves: on a busy machine pages wait for the data. */
const siteNiceness = 10

/** A child process that is restarted when it ends unexpectedly. */
export class SupervisedProcess implements AsyncDisposable {
  readonly name: ProcessName
  readonly plan: ProcessPlan
  readonly #options: SupervisedOptions
  readonly #stopMs: number
  readonly #pendingMetrics = new Map<number, (text: string) => void>()
  readonly #first = Promise.withResolvers<Ready>()
  #loaded = Promise.withResolvers<void>()
  #serving = Promise.withResolvers<void>()
  readonly #stop = new AbortController()
  #child: ChildProcess
  #startedAt = performance.now()
  #begin: ChildConfig | null = null
  #isReady = false
  #hasBeenReady = false
  #pauseMs = pauses.firstMs
  #count = 0
  #silence = new Silence()
  #work: string | null = null
  #isRestarting = false
  #starts = 0
  #changedAt = systemClock.now()
  #endedItself: ProcessState['ended'] = null
  readonly #watch: NodeJS.Timeout

  /** Starts the process. It loads its code at once, and begins its work after `begin`. */
  constructor(plan: ProcessPlan, stopMs: number, options: SupervisedOptions) {
    this.name = plan.name
    this.plan = plan
    this.#stopMs = stopMs
    this.#options = options
    this.#child = this.#start()
    const { heldMsMax: heldMs = heldMsMax } = options
    this.#watch = setInterval(() => this.#endIfHeld(heldMs), Math.min(watchMs, heldMs / 4)).unref()
    this.#first.promise.catch(() => undefined)
  }

  get state(): ProcessState {
    const status = this.#isReady ? 'up' : this.#hasBeenReady ? 'away' : 'starting'
    const { pid = 0 } = this.#child
    return { ...this.plan, pid, status, since: this.#changedAt, starts: this.#starts, ended: this.#endedItself }
  }

  /** Throws `ProcessEnded` if the process ends before it serves for the first time. */
  get failed(): Promise<never> {
    return this.#first.promise.then(() => Promise.withResolvers<never>().promise)
  }

  /** Resolved while the process serves; otherwise pending until it serves. */
  get serving(): Promise<void> {
    return this.#serving.promise
  }

  /** Resolves when the process serves for the first time; throws `ProcessEnded` if it ends before. */
  async begin(config: Omit<ChildConfig, 'name'>): Promise<Ready> {
    this.#begin = { ...config, name: this.name }
    this.say({ kind: 'begin', ...this.#begin })
    return this.#first.promise
  }

  /** Sends a message once the process can read it. Node drops messages that a gateway cannot read yet. */
  say(message: SupervisorMessage): void {
    const child = this.#child
    void this.#loaded.promise.then(() => {
      // A process that has just ended receives nothing.
      if (child.connected) child.send(message, () => undefined)
    })
  }

  async metrics(): Promise<string> {
    if (!this.#isReady) return ''
    const id = ++this.#count
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#pendingMetrics.set(id, resolve)
    this.say({ kind: 'metrics', id })
    const text = await Promise.race([promise, sleep(metricsMs, '', { ref: false })])
    this.#pendingMetrics.delete(id)
    return text
  }

  /** Ends the process properly and starts it again. Resolves when it serves. */
  async restart(drainMs: number): Promise<void> {
    if (!this.#isReady) return this.serving
    this.#isRestarting = true
    await this.#end({ drainMs, othersServe: true })
    return this.serving
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    clearInterval(this.#watch)
    await this.#end({ drainMs: this.#options.drainMs, othersServe: false })
  }

  async #end(how: Drain): Promise<void> {
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    this.say({ kind: 'stop', ...how })
    const late = setTimeout(() => child.kill('SIGKILL'), this.#stopMs + how.drainMs)
    await ended
    clearTimeout(late)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #start(): ChildProcess {
    const { lock } = this.#options
    this.#startedAt = performance.now()
    this.#silence = new Silence()
    this.#loaded = Promise.withResolvers()
    this.#starts += 1
    const child = this.#fork()
    child.once('spawn', () => lock.note(this.name, child.pid ?? 0))
    child.on('error', (cause) => {
      if (child.pid === undefined) this.#notStarted(cause)
    })
    child.on('message', (message: ChildMessage) => this.#handle(message))
    child.once('exit', (code, signal) => this.#ended(code, signal))
    return child
  }

  #fork(): ChildProcess {
    const { file, lock } = this.#options
    const args = [...this.#options.args, ...planArguments(this.plan)]
    const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc', lock.fd]
    const execArgv = [...process.execArgv, youngSpace]
    if (isGateway(this.name)) {
      // Gateways take the connections of their common port in turn. This process accepts and distributes them.
      cluster.schedulingPolicy = cluster.SCHED_RR
      cluster.setupPrimary({ exec: file, args, execArgv, stdio })
      const worker = cluster.fork()
      // Its process reports the failure of a start, too.
      worker.on('error', () => {})
      return worker.process
    }
    const env = this.name === 'data' ? { UV_THREADPOOL_SIZE: dataThreads, ...process.env } : process.env
    return fork(file, args, { stdio, execArgv, env })
  }

  #handle(message: ChildMessage): void {
    this.#silence.heard()
    this.#loaded.resolve()
    if (message.kind === 'alive') this.#work = message.work
    else if (message.kind === 'progress') this.#options.progress(message.line)
    else if (message.kind === 'metrics') this.#pendingMetrics.get(message.id)?.(message.text)
    else {
      this.#isReady = true
      this.#changedAt = systemClock.now()
      if (this.name === 'site') giveWay(this.#child.pid ?? 0)
      if (this.#hasBeenReady)
        this.#options.log.info('a process serves again', { process: this.name, pid: this.#child.pid })
      this.#hasBeenReady = true
      this.#serving.resolve()
      this.#options.onChange(true)
      this.#first.resolve(message)
    }
  }

  /** Ends a process with a blocked event loop, and logs its last work. */
  #endIfHeld(heldMs: number): void {
    if (!this.#silence.isOver(heldMs) || !this.#isReady) return
    this.#options.log.error('a process held its event loop and is ended', {
      process: this.name,
      heldMs,
      work: this.#work,
    })
    this.#child.kill('SIGKILL')
  }

  /** The system could not create the process, as at its limit of processes. It is tried again like after an end. */
  #notStarted(cause: unknown): void {
    this.#options.log.error('a process could not be started', { process: this.name, cause })
    this.#ended(null, null)
  }

  #ended(code: number | null, signal: string | null): void {
    if (this.#isReady) this.#serving = Promise.withResolvers()
    this.#isReady = false
    this.#changedAt = systemClock.now()
    for (const [, resolve] of this.#pendingMetrics) resolve('')
    if (this.#stop.signal.aborted) return
    if (!this.#hasBeenReady) {
      this.#first.reject(new ProcessEnded(this.name, code))
      return
    }
    const isByItself = !this.#isRestarting
    this.#isRestarting = false
    if (isByItself) this.#endedItself = { at: this.#changedAt, code, signal }
    this.#options.onChange(false)
    if (!isByItself) return void this.#startAgain(0)
    if (performance.now() - this.#startedAt > pauses.calmMs) this.#pauseMs = pauses.firstMs
    const inMs = this.#pauseMs
    this.#pauseMs = Math.min(pauses.maxMs, this.#pauseMs * 2)
    const roles = this.plan.roles.join(', ')
    this.#options.log.error('a process ended by itself and is started again', {
      process: this.name,
      roles,
      code,
      signal,
      inMs,
    })
    void this.#startAgain(inMs)
  }

  async #startAgain(inMs: number): Promise<void> {
    await sleep(inMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    if (this.#stop.signal.aborted) return
    try {
      this.#child = this.#start()
    } catch (cause) {
      return this.#notStarted(cause)
    }
    const child = this.#child
    await this.#options.needs?.serving
    if (this.#begin && child === this.#child) this.say({ kind: 'begin', ...this.#begin })
  }
}

/** Thrown if a process ended before it served. The process has logged the reason, unless it was killed. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded'
  readonly code: number | null

  constructor(processName: ProcessName, code: number | null) {
    super(`the process ${processName} ended before it was ready`)
    this.code = code
  }
}

/**
 * Lowers the priority of all threads of a process, because on Linux the priority of a process applies only to its
 * first thread.
 */
function giveWay(pid: number): void {
  const folder = `/proc/${pid}/task`
  const threads = existsSync(folder) ? readdirSync(folder).map(Number) : [pid]
  for (const thread of threads) {
    try {
      setPriority(thread, siteNiceness)
    } catch {
      // The process has ended meanwhile.
    }
  }
}
