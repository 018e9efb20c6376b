import { type ChildProcess, fork } from 'node:child_process'
import { type Argon2Parameters, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { projectRoot } from '#src/platform/installation/project-root.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { HashJob } from './hash-worker.ts'
import { passwordUnitsMax } from './password.ts'

/** OWASP's argon2id setting with 19 MiB of memory. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
/** Two processes, or fewer if two would leave no processor to others. */
const runningMax = Math.max(1, Math.min(2, availableParallelism() - 1))
const waitingMax = 20
/** Limits the wait, so that an accepted sign-in normally ends within 3 s. */
const waitMsMax = 1_500
const retryAfterSeconds = 2

/** `proven`: the caller has already spent a correct code, so a full queue must not refuse the hash. */
type Patience = 'limited' | 'proven'

/**
 * `jobMs`: the time of a job on one worker. One job may always wait, so that one slow job does not refuse everybody.
 */
export function isQueueFull(waiting: number, jobMs: number): boolean {
  return waiting >= waitingMax || (waiting > 0 && (waiting * jobMs) / runningMax >= waitMsMax)
}

/**
 * Runs at most two hashes at a time. While twenty jobs or 1.5 s of work wait, refuses jobs that are not `proven`. The
 * workers are processes of low priority that pause while there is a queue, so that sign-ins cannot slow the gateway. A
 * low-priority thread could hold the lock of this process's memory map while the gateway waits for it.
 */
class HashPool {
  readonly #idle: ChildProcess[] = []
  readonly #waiting: ((worker: ChildProcess) => void)[] = []
  #started = 0
  /** Moving average in ms from sending a job to its answer, including the pause of the worker before the job. */
  #jobMs = 0

  get isFull(): boolean {
    return isQueueFull(this.#waiting.length, this.#jobMs)
  }

  async run(parameters: Argon2Parameters, patience: Patience): Promise<Uint8Array> {
    const worker = await this.#claim(patience)
    const job: HashJob = { parameters, awaited: this.#waiting.length > 0 }
    const start = performance.now()
    const tag = await answer(worker, job)
    this.#jobMs += (performance.now() - start - this.#jobMs) / 8
    this.#pass(worker)
    return tag
  }

  async #claim(patience: Patience): Promise<ChildProcess> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#started < runningMax) return this.#start()
    if (patience === 'limited' && this.isFull) throw busy()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #start(): ChildProcess {
    this.#started++
    const { NODE_COMPILE_CACHE } = process.env
    const worker = fork(join(projectRoot, 'src/accounts/factors/hash-worker.ts'), {
      serialization: 'advanced',
      execArgv: [],
      env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    })
    keepAlive(worker, false)
    // Needs no handling: `answer` throws the error to the caller, and `close` follows.
    worker.on('error', () => {})
    worker.once('close', () => this.#end(worker))
    return worker
  }

  #pass(worker: ChildProcess): void {
    if (!worker.connected) return
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
  }

  #end(worker: ChildProcess): void {
    this.#started--
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
    if (this.#waiting.length > 0) this.#pass(this.#start())
  }
}

/** Throws when the worker ends without an answer. Ends a worker that cannot be reached. */
async function answer(worker: ChildProcess, job: HashJob): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const ended = () => reject(new Error('a hash worker ended before it answered'))
  keepAlive(worker, true)
  const answered = (tag: unknown) => (tag instanceof Uint8Array ? resolve(tag) : ended())
  worker.once('message', answered).once('close', ended)
  worker.send(job, (error) => error && worker.kill('SIGKILL'))
  try {
    return await promise
  } finally {
    worker.off('close', ended)
    keepAlive(worker, false)
  }
}

/** An idle worker does not keep this process running. */
function keepAlive(worker: ChildProcess, busy: boolean): void {
  for (const handle of [worker, worker.channel]) handle?.[busy ? 'ref' : 'unref']()
}

const pool = new HashPool()

function busy(): Refusal {
  return refuse('server_busy', { retryAfter: retryAfterSeconds })
}

/**
 * Returns `server_busy` while the queue is full. Callers check this first, so that a refused try costs little and is
 * not counted.
 */
export function hashCapacityRefusal(): Refusal | null {
  return pool.isFull ? busy() : null
}

/** `argon2id$m=…,t=…,p=…$salt$hash`, hex. Throws `server_busy` for `limited` patience while the queue is full. */
export async function hashPassword(ctx: Platform, password: string, patience: Patience = 'limited'): Promise<string> {
  const salt = ctx.random.bytes(16)
  const tag = await derive(password, salt, patience)
  return `argon2id$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('hex')}$${Buffer.from(tag).toString('hex')}`
}

/** Whether `stored` is the password's hash. Null (no account or no password) costs the same work and returns false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , salt = '', tag = ''] = (stored ?? nobody).split('$')
  const expected = Buffer.from(tag, 'hex')
  const actual = await derive(password, Buffer.from(salt, 'hex'), 'limited')
  const equal = actual.length === expected.length && timingSafeEqual(actual, expected)
  return equal && stored !== null
}

const nobody = `argon2id$$${'00'.repeat(16)}$${'00'.repeat(cost.tagLength)}`

/** Hashes an overlong text without normalisation: it is no password, and normalising it would block the event loop. */
function derive(password: string, nonce: Buffer, patience: Patience): Promise<Uint8Array> {
  const message = password.length > passwordUnitsMax ? password : password.normalize('NFC')
  return pool.run({ message, nonce, ...cost }, patience)
}
