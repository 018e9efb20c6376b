import type { ErrorName } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import type { ReplyFrame } from '#src/contract/stream.ts'
import { flat } from '#src/gateway/flat.ts'
import type { ControlFrame } from '#src/gateway/stream/delivery/frame.ts'
import { asciiJson } from '#src/gateway/stream/delivery/frame.ts'
import type { ClientMessage } from '#src/gateway/stream/protocol/message.ts'
import type { Codec } from '#src/gateway/stream/protocol/protocol.ts'
import { holdsNull } from '#src/platform/http/json.ts'
import { secretOf } from '../credentials.ts'
import { channelNames, type Feed } from './channels.ts'
import type { Form } from './forms.ts'

type Failure = readonly [code: number, message: string]

const invalid: Failure = [400, 'invalid syntax']
const failures: Readonly<Record<string, Failure>> = {
  key_missing: [401, 'not authenticated'],
  conflict: [403, 'already authenticated'],
  auth_timeout: [404, 'auth timeout'],
  too_many_subscriptions: [405, 'symbol limit exceeded'],
  max_connections: [406, 'connection limit exceeded'],
  server_busy: [406, 'connection limit exceeded'],
  slow_consumer: [407, 'slow client'],
  too_many_requests: [407, 'slow client'],
  ...Object.fromEntries(
    ['plan_expired', 'not_in_plan', 'not_in_scope', 'network_not_allowed'].map((name) => [
      name,
      [409, 'insufficient subscription'] as const,
    ]),
  ),
  invalid_type: [410, 'invalid subscribe action for this feed'],
  server_error: [500, 'internal error'],
  restarting: [500, 'internal error'],
}

/** The codec of one socket. It keeps all subscriptions of the socket, because each response lists all subscriptions. */
export class AlpacaCodec implements Codec {
  readonly #feed: Feed
  readonly #form: Form
  readonly #subscribed: Map<string, Set<string>>
  #isKnown = false
  /**
   * One message of the client becomes several of ours. `#left`: the number of these messages without a response;
   * `#failed`: their failures.
   */
  #left = 0
  #failed = new Map<string, Failure>()

  constructor(feed: Feed, form: Form) {
    this.#feed = feed
    this.#form = form
    const own = [...Object.keys(feed.channels), ...feed.absent]
    const channels = channelNames.filter((name) => own.includes(name))
    this.#subscribed = new Map(channels.map((name) => [name, new Set()]))
  }

  read(data: Buffer, isBinary: boolean): readonly ClientMessage[] {
    const messages = this.#messages(this.#parsed(data, isBinary))
    this.#left = messages.length
    this.#failed = new Map()
    return messages
  }

  write(frame: ControlFrame): readonly string[] {
    if ('type' in frame) return []
    return this.#answers(frame).map((message) => asciiJson(JSON.stringify(message)))
  }

  #parsed(data: Buffer, isBinary: boolean): Record<string, unknown> | null {
    try {
      const message = this.#form.read(data, isBinary)
      return isRecord(message) && !holdsNull(JSON.stringify(message)) ? message : null
    } catch {
      // The client gets the error for a message without valid syntax.
      return null
    }
  }

  #messages(message: Record<string, unknown> | null): ClientMessage[] {
    if (message === null) return [refused('', 'bad_json')]
    const { action, key, secret } = message
    if (action === 'auth') {
      if (this.#isKnown) return [refused('auth', 'conflict')]
      return [{ ac: 'auth', secret: secretOf(key, secret) ?? '', id: undefined }]
    }
    if (action !== 'subscribe' && action !== 'unsubscribe') return [refused('', 'unknown_action')]
    const messages = channelNames.flatMap((channel) => this.#ofChannel(action, channel, message[channel]))
    return messages.length > 0 ? messages : [refused(action, 'missing_parameter')]
  }

  #ofChannel(ac: 'subscribe' | 'unsubscribe', channel: string, symbols: unknown): ClientMessage[] {
    if (symbols === undefined || symbols === null) return []
    if (!Array.isArray(symbols) || !symbols.every((symbol) => typeof symbol === 'string'))
      return [refused(ac, 'invalid_parameter')]
    const names = [...new Set(symbols.map((symbol) => flat(symbol.trim())))].filter((symbol) => symbol !== '')
    if (names.length === 0) return []
    const type = this.#feed.channels[channel]
    if (!type) return [refused(ac, 'invalid_type')]
    const of = (some: string[]): ClientMessage[] => {
      if (some.length === 0) return []
      const shared = { symbols: some, types: [type], id: channel }
      return [ac === 'subscribe' ? { ac, since: {}, ...shared } : { ac, ...shared }]
    }
    return [...of(names.filter((one) => one === '*')), ...of(names.filter((one) => one !== '*'))]
  }

  #answers(frame: ReplyFrame): object[] {
    const { resAc, code, error } = frame
    if (resAc === undefined) return [{ T: 'success', msg: 'connected' }]
    if (resAc === 'subscribe' || resAc === 'unsubscribe') return this.#subscriptions(resAc, frame)
    if (resAc !== 'auth') return [errorOf(failureOf(error))]
    if (code === 1) {
      this.#isKnown = true
      return [{ T: 'success', msg: 'authenticated' }]
    }
    return [errorOf(refusedKey(error))]
  }

  /** Returns one response for all channels of the client's message, once the last of them has its reply. */
  #subscriptions(resAc: 'subscribe' | 'unsubscribe', frame: ReplyFrame): object[] {
    this.#note(resAc, frame)
    if (frame.id !== undefined) this.#left -= 1
    if (this.#left > 0) return []
    const errors = [...this.#failed.values()].map(errorOf)
    this.#failed = new Map()
    if (!this.#isKnown) return errors
    const lists = [...this.#subscribed].map(([channel, symbols]) => [channel, [...symbols]] as const)
    return [...errors, { T: 'subscription', ...Object.fromEntries(lists) }]
  }

  #note(resAc: 'subscribe' | 'unsubscribe', { id, accepted = [], rejected = [], error }: ReplyFrame): void {
    const symbols = this.#subscribed.get(String(id))
    for (const symbol of accepted) {
      if (resAc === 'subscribe') symbols?.add(symbol)
      else if (symbol === '*') symbols?.clear()
      else symbols?.delete(symbol)
    }
    // A frame without an id means that a change of the plan has ended subscriptions.
    if (id === undefined) for (const { s } of rejected) for (const some of this.#subscribed.values()) some.delete(s)
    if (resAc === 'subscribe') for (const { s, reason } of rejected) this.#fail(symbolFailure(s, reason))
    if (error !== undefined && (rejected.length === 0 || error === 'too_many_subscriptions'))
      this.#fail(failureOf(error))
  }

  #fail(failure: Failure): void {
    this.#failed.set(failure.join(' '), failure)
  }
}

function refused(request: string, error: ErrorName): ClientMessage {
  return { ac: 'refused', request, error, param: undefined, id: '' }
}

function failureOf(error: string | undefined): Failure {
  return failures[error ?? ''] ?? invalid
}

function symbolFailure(symbol: string, reason: string): Failure {
  const known = failures[reason]
  return known ?? [400, `invalid syntax: there is no symbol ${symbol.slice(0, 40)}`]
}

/** After the errors 401, 402 and 404 the vendor's clients stop; after other errors they reconnect. */
function refusedKey(error: string | undefined): Failure {
  const named = failures[error ?? '']
  return named && error !== 'key_missing' ? named : [402, 'auth failed']
}

function errorOf([code, msg]: Failure): object {
  return { T: 'error', code, msg }
}
