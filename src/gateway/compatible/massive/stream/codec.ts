import { type ErrorName, isErrorName } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import type { ReplyFrame } from '#src/contract/stream.ts'
import { flat } from '#src/gateway/flat.ts'
import { asciiJson } from '#src/gateway/stream/delivery/frame.ts'
import type { ClientMessage } from '#src/gateway/stream/protocol/message.ts'
import type { Codec } from '#src/gateway/stream/protocol/protocol.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { holdsNull } from '#src/platform/http/json.ts'
import type { Feed } from './channels.ts'

const actions = ['auth', 'subscribe', 'unsubscribe'] as const
type Action = (typeof actions)[number]

/** The vendor's status for a reason of a close. All other reasons have `force_disconnect`. */
const closes: Readonly<Record<string, string>> = {
  max_connections: 'max_connections',
  server_busy: 'max_connections',
  slow_consumer: 'slow_consumer',
}

/**
 * Reads `{"action":"subscribe","params":"T.AAPL,Q.*"}` as one of our messages per channel, and another for a `*` with
 * other symbols. The channel is the message's id.
 */
export function codecOf({ channels }: Feed): Codec {
  const read = (text: string): readonly ClientMessage[] => {
    const message = holdsNull(text) ? null : parsed(text)
    if (message === null) return [refused('', 'bad_json')]
    const { action, params } = message
    const known = actions.find((name) => name === action)
    if (!known) return [refused(String(action).slice(0, 40), 'unknown_action', String(action).slice(0, 40))]
    if (typeof params !== 'string' || params.trim() === '') return [refused(known, 'missing_parameter', 'params')]
    return known === 'auth' ? [{ ac: 'auth', secret: params.trim(), id: undefined }] : subscriptions(known, params)
  }
  const subscriptions = (ac: Exclude<Action, 'auth'>, params: string): ClientMessage[] => {
    const topics = [...new Set(params.split(',').map((topic) => topic.trim()))].filter((topic) => topic !== '')
    const byChannel = Map.groupBy(topics, (topic) => topic.slice(0, Math.max(0, topic.indexOf('.'))).toUpperCase())
    return [...byChannel].flatMap(([channel, own]) => {
      const type = channels[channel]
      if (!type) return own.map((topic) => refused(ac, 'invalid_type', undefined, topic.slice(0, 40)))
      const symbols = own.map((topic) => flat(topic.slice(topic.indexOf('.') + 1).trim()))
      const of = (some: string[]): ClientMessage[] => {
        if (some.length === 0) return []
        const shared = { symbols: some, types: [type], id: channel }
        return [ac === 'subscribe' ? { ac, since: {}, ...shared } : { ac, ...shared }]
      }
      return [...of(symbols.filter((one) => one === '*')), ...of(symbols.filter((one) => one !== '*'))]
    })
  }
  return {
    read: (data, isBinary) => (isBinary ? null : read(String(data))),
    write(frame) {
      if ('type' in frame) return []
      return statuses(frame, Object.keys(channels)).map(([status, message]) =>
        asciiJson(JSON.stringify({ ev: 'status', status, message })),
      )
    },
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    // The client gets the error for a message that is not a JSON object.
    return null
  }
}

function refused(request: string, error: ErrorName, param?: string, id?: string) {
  return { ac: 'refused', request, error, param, id } as const
}

type Status = [status: string, message: string]

function statuses(frame: ReplyFrame, channels: readonly string[]): Status[] {
  const { resAc, code, error, msg = '' } = frame
  if (resAc === undefined) return [['connected', msg]]
  if (resAc === 'auth') return [code === 1 ? ['auth_success', msg] : refusedKey(error, msg)]
  if (resAc === 'close') return [[closes[error ?? ''] ?? 'force_disconnect', msg]]
  // A frame without an id reports symbols that a change of the plan has ended, on any channel.
  const topic = (symbol: string) => (frame.id === undefined ? symbol : `${frame.id}.${symbol}`)
  const done = (frame.accepted ?? []).map((symbol): Status => ['success', `${resAc}d to: ${topic(symbol)}`])
  const failed = (frame.rejected ?? []).map(
    ({ s, reason }): Status => [
      'error',
      `${isErrorName(reason) ? errorMessage('en-US', reason) : reason} (${topic(s)})`,
    ],
  )
  if (error === 'too_many_subscriptions')
    failed.unshift(['error', `${msg}: ${frame.subscribed} of ${frame.limit} symbols are subscribed`])
  else if (error !== undefined && failed.length === 0) failed.push(['error', sentence(error, frame, channels)])
  return [...done, ...failed]
}

/** Our messages name our own actions and types, so these refusals get messages with the vendor's words. */
function sentence(error: string, { id, msg = '' }: ReplyFrame, channels: readonly string[]): string {
  if (error === 'key_missing') return 'Authenticate first: {"action":"auth","params":"<key>"}'
  if (error === 'unknown_action') return 'The actions are auth, subscribe and unsubscribe.'
  if (error === 'invalid_type') return `This socket has the channels ${channels.join(', ')} (${id})`
  return msg
}

/** After `auth_failed` the vendor's clients stop; after any other status they reconnect. */
function refusedKey(error: string | undefined, msg: string): Status {
  const reason = error !== undefined && isErrorName(error) ? errorMessage('en-US', error) : msg
  if (error === 'conflict') return ['error', 'already authenticated']
  return [error === 'auth_timeout' ? 'auth_timeout' : 'auth_failed', `authentication failed: ${reason}`]
}
