import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { Breaker } from '../limits/breaker.ts'
import type { Log } from '../platform.ts'
import { type CounterCall, counterProtocol } from './stores-wire.ts'

const answerMs = 2_500

type Waiting = { resolve(result: unknown): void; reject(cause: Error): void; since: number }

/**
 * The counters of the data process: rate limits, and the open sockets and subscriptions of all processes of a start.
 * Calls of one turn of the event loop are sent together, on one connection. While the data process does not answer,
 * only pings are sent.
 */
export class CounterLink implements AsyncDisposable {
  readonly #path: string
  readonly #breaker: Breaker
  readonly #waiting = new Map<number, Waiting>()
  #unsent: string[] = []
  #connection: Promise<Duplex> | null = null
  #open: Duplex | null = null
  #watch: NodeJS.Timeout | null = null
  #count = 0
  #isDisposed = false
  /** The calls with which each new connection begins. */
  greeting: () => CounterCall[] = () => []

  constructor(path: string, log: Log) {
    this.#path = path
    this.#breaker = new Breaker({
      probe: () => this.#call({ op: 'ping' }),
      onChange(cause) {
        if (cause === null) log.info('limits are counted with the other processes again')
        else log.warn('limits cannot be counted with the other processes now; this one counts alone', { cause })
      },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await this.#connection?.catch(() => null)
    this.#open?.destroy()
    await this.#breaker[Symbol.asyncDispose]()
    if (this.#watch) clearTimeout(this.#watch)
  }

  /** Null while the data process does not answer. */
  run<T>(call: CounterCall): Promise<T | null> {
    return this.#breaker.run(() => this.#call<T>(call))
  }

  #call<T>(call: CounterCall): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#unsent.length === 0) setImmediate(() => this.#flush())
      this.#unsent.push(this.#line(call, { resolve, reject, since: performance.now() }))
      this.#watch ??= setTimeout(() => this.#endIfLate(), answerMs).unref()
    }) as Promise<T>
  }

  #line(call: CounterCall, waiting: Waiting): string {
    this.#count += 1
    this.#waiting.set(this.#count, waiting)
    return JSON.stringify([this.#count, call])
  }

  #flush(): void {
    this.#connection ??= this.#connect()
    this.#connection.then(
      (connection) => {
        if (this.#unsent.length > 0) connection.write(`${this.#unsent.splice(0).join('\n')}\n`)
      },
      (cause: Error) => this.#fail(cause),
    )
  }

  async #connect(): Promise<Duplex> {
    const connection = await upgraded(this.#path)
    const ignored = { resolve: () => undefined, reject: () => undefined }
    const greeting = this.greeting().map((call) => this.#line(call, { ...ignored, since: performance.now() }))
    this.#unsent.unshift(...greeting)
    // Errors are followed by `close`.
    connection.on('error', () => undefined)
    connection.once('close', () => {
      if (this.#open !== connection) return
      this.#fail(new Error('the data process has ended'))
      // The next connection reports this process's holdings even if no call is made.
      if (!this.#isDisposed) void this.run({ op: 'ping' })
    })
    this.#open = connection
    const lines = createInterface({ input: connection }).on('error', () => undefined)
    lines.on('line', (line) => {
      const [id, result, failed] = JSON.parse(line)
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (failed) waiting?.reject(new Error(failed))
      else waiting?.resolve(result)
    })
    return connection
  }

  #fail(cause: Error): void {
    this.#connection = null
    this.#open = null
    this.#unsent = []
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(cause)
  }

  #endIfLate(): void {
    this.#watch = null
    const [oldest] = this.#waiting.values()
    if (!oldest) return
    if (performance.now() - oldest.since >= answerMs) {
      this.#open?.destroy()
      this.#fail(new Error('the data process does not answer'))
    } else this.#watch = setTimeout(() => this.#endIfLate(), answerMs).unref()
  }
}

function upgraded(socketPath: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asking = request({
      socketPath,
      path: '/counters',
      headers: { connection: 'Upgrade', upgrade: counterProtocol },
      agent: false,
      timeout: answerMs,
    })
    asking.once('error', reject)
    asking.once('timeout', () => asking.destroy(new Error('the data process does not answer')))
    asking.once('upgrade', (_, connection) => resolve(connection))
    asking.once('response', ({ statusCode }) => reject(new Error(`the data process answered ${statusCode}`)))
    asking.end()
  })
}
