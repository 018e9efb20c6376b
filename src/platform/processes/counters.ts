import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { type Holder, SharedHoldings } from '../limits/shared-holdings.ts'
import type { Limiter, Log } from '../platform.ts'
import { type CounterCall, counterProtocol } from './stores-wire.ts'

const accepted = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${counterProtocol}\r\n\r\n`

/** Counts limits and holdings for the other processes of a start. Each process has its own connection. */
export class Counters implements Disposable {
  readonly #limiter: Limiter
  readonly #log: Log
  readonly #holdings = new SharedHoldings()
  readonly #connections = new Set<Duplex>()

  constructor(limiter: Limiter, log: Log) {
    this.#limiter = limiter
    this.#log = log
  }

  serve(connection: Duplex): void {
    const holder = this.#holdings.holder()
    this.#connections.add(connection)
    // Errors are followed by `close`.
    connection.on('error', () => undefined)
    connection.once('end', () => connection.destroy())
    connection.once('close', () => {
      this.#connections.delete(connection)
      holder[Symbol.dispose]()
    })
    connection.write(accepted)
    const answers: string[] = []
    const lines = createInterface({ input: connection }).on('error', () => undefined)
    lines.on('line', async (line) => {
      const answer = await this.#answer(holder, line)
      // The results of one turn of the event loop are sent together.
      if (answers.length === 0) setImmediate(() => connection.write(`${answers.splice(0).join('\n')}\n`))
      answers.push(answer)
    })
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection.destroy()
  }

  async #answer(holder: Holder, line: string): Promise<string> {
    const [id, call]: [number, CounterCall] = JSON.parse(line)
    try {
      return JSON.stringify([id, (await this.#resultOf(holder, call)) ?? null])
    } catch (cause) {
      this.#log.warn('a count for another process failed', { cause })
      return JSON.stringify([id, null, String(cause)])
    }
  }

  #resultOf(holder: Holder, call: CounterCall): Promise<unknown> {
    switch (call.op) {
      case 'ping':
        return Promise.resolve()
      case 'take':
        return this.#limiter.take(call.key, call.rateLimit)
      case 'peek':
        return this.#limiter.peek(call.key, call.rateLimit)
      case 'clear':
        return this.#limiter.clear(call.key)
      case 'acquire':
        return holder.acquire(call.owner, call.names, call.limit ?? Number.POSITIVE_INFINITY)
      case 'release':
        return holder.release(call.owner, call.names)
    }
  }
}
