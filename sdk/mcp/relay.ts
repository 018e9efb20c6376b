import { failure, headersOf, isMessage, type Message, messagesOf, parseError, relayError } from './message.ts'

export type RelayOptions = {
  /** Address of the gateway. */
  url: string
  key: string
  lang?: string | undefined
  /** Delivers each message to the client. */
  say: (message: object) => void
}

/** Passes each line of a client to the gateway, and the gateway's messages to `say`. */
export class Relay {
  readonly #options: RelayOptions
  readonly #underWay = new Map<string | number, AbortController>()
  /** The protocol version that a handshake agreed on; newer clients name the version in each message. */
  #agreed: string | null = null

  constructor(options: RelayOptions) {
    this.#options = options
  }

  line(text: string): void {
    if (text.trim() === '') return
    const message = parsed(text)
    if (message === null) {
      this.#options.say(failure(null, parseError, 'This line is no JSON-RPC message.'))
      return
    }
    void this.#send(message, text)
  }

  async #send(message: Message, body: string): Promise<void> {
    if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId)
    const { id } = message
    const left = new AbortController()
    if (id !== undefined) this.#underWay.set(id, left)
    try {
      const answer = await fetch(`${this.#options.url.replace(/\/+$/, '')}/mcp`, {
        method: 'POST',
        redirect: 'error',
        headers: { ...this.#headers(), ...headersOf(message, this.#agreed) },
        body,
        signal: left.signal,
      })
      let isAnswered = id === undefined
      for await (const part of messagesOf(answer)) if (this.#give(message, part, answer.status)) isAnswered = true
      if (!isAnswered) this.#give(message, null, answer.status)
    } catch (error) {
      // A cancelled request and a notification get no response.
      if (left.signal.aborted || id === undefined) return
      this.#options.say(failure(id, relayError, `${this.#options.url} did not answer: ${reasonOf(error)}`))
    } finally {
      if (id !== undefined) this.#underWay.delete(id)
    }
  }

  /** Gives the client a part of an answer. Returns whether it is the answer to the message. */
  #give({ id, method }: Message, part: unknown, status: number): boolean {
    if (!isMessage(part)) {
      if (id !== undefined) this.#options.say(failure(id, relayError, refusalText(part, status)))
      return true
    }
    const version = part.result?.protocolVersion
    if (method === 'initialize' && typeof version === 'string') this.#agreed = version
    // The gateway could not read the id of a message that it refuses without an id.
    const whole = part.error && id !== undefined ? { ...part, id } : part
    this.#options.say(whole)
    return whole.id === id
  }

  #cancel(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#underWay.get(id)?.abort()
  }

  #headers(): Record<string, string> {
    const { key, lang } = this.#options
    return {
      token: key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(lang ? { lang } : {}),
    }
  }
}

function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : null
  } catch {
    // The line is not JSON.
    return null
  }
}

function refusalText(body: unknown, status: number): string {
  const { msg, error } = (typeof body === 'object' && body !== null ? body : {}) as { msg?: unknown; error?: unknown }
  return typeof msg === 'string' ? `${msg} (${String(error ?? status)})` : `The gateway answered ${status}.`
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
