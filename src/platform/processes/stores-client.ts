import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { StoresCall } from './stores-wire.ts'

const answerMs = 1_000

export class StoresClient implements Disposable {
  readonly #socketPath: string
  /** Connections are kept alive, because the process that serves the stores never closes them while it runs. */
  readonly #agent = new Agent({ keepAlive: true })

  constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }

  async request<T>(call: StoresCall, withinMs = answerMs): Promise<T> {
    const answer = await this.#send(call, AbortSignal.timeout(withinMs))
    return JSON.parse((await buffer(answer)).toString())
  }

  async *lines(call: StoresCall, signal: AbortSignal): AsyncGenerator<string> {
    const answer = await this.#send(call, signal)
    yield* createInterface({ input: answer })
    if (!answer.complete) throw new Error('the data process has ended')
  }

  #send(call: StoresCall, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const clientRequest = request({
        socketPath: this.#socketPath,
        path: `/stores/${call.op}`,
        method: 'POST',
        agent: this.#agent,
        signal,
      })
      clientRequest.once('error', reject)
      clientRequest.once('response', (answer) => {
        // Later errors reach the reader of the response; without this listener they would be uncaught.
        clientRequest.on('error', () => undefined)
        if (answer.statusCode === 200) resolve(answer)
        else reject(new Error(`the data process answered ${answer.statusCode}`))
      })
      clientRequest.end(JSON.stringify(call))
    })
  }
}
