import { LRUCache } from 'lru-cache'
import type { ErrorName } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import { type ClientAction, clientMessages } from '#src/contract/stream.ts'
import { type SubscriptionType, toSubscriptionType } from '#src/contract/stream-names.ts'
import { holdsNull } from '#src/platform/http/json.ts'
import { flat } from '../../flat.ts'
import type { LaneType } from './lane-type.ts'

type Id = string | number | undefined

/** A parsed client message. `symbols` are distinct texts as the client wrote them. */
export type ClientMessage =
  | { ac: 'auth'; secret: string; id: Id }
  | { ac: 'subscribe'; symbols: readonly string[]; types: readonly LaneType[]; since: Record<string, number>; id: Id }
  | { ac: 'unsubscribe'; symbols: readonly string[]; types: readonly LaneType[] | null; id: Id }
  | { ac: 'list'; id: Id }
  | { ac: 'ping'; params: string; id: Id }
  | { ac: 'resume'; from: Record<string, number>; id: Id }
  | { ac: 'refused'; request: string; error: ErrorName; param: string | undefined; id: Id }

/** The maximum length of all kept lists together, and of one kept list, in characters. */
const knownLengthMax = 512 * 1024
const knownListMax = 16 * 1024
/** Lists of symbols by their messages. Many sockets send the same message; such sockets share the parsed list. */
const knownLists = new LRUCache<string, ClientMessage>({
  maxSize: knownLengthMax,
  maxEntrySize: knownListMax,
  sizeCalculation: (_, text) => text.length,
})

/** Reads a message and never throws. Returns `refused` with the error name for an invalid message. */
export function readMessage(text: string): ClientMessage {
  const known = knownLists.get(text)
  if (known) return known
  const message = parsed(text)
  if (message.ac === 'subscribe' || message.ac === 'unsubscribe') knownLists.set(text, message)
  return message
}

function parsed(text: string): ClientMessage {
  if (text.trim() === 'ping') return { ac: 'ping', params: '', id: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The client gets the error for a message that is not JSON.
    return refused('', 'bad_json', undefined, undefined)
  }
  if (holdsNull(text)) return refused('', 'bad_characters', undefined, undefined)
  return isRecord(value) ? readObject(value) : refused('', 'bad_request', undefined, undefined)
}

function readObject(value: Record<string, unknown>): ClientMessage {
  const id = typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined
  const action = value.ac ?? value.action
  if (typeof action !== 'string') return refused('', 'missing_parameter', 'ac', id)
  if (!isAction(action)) return refused(action.slice(0, 40), 'unknown_action', action.slice(0, 40), id)
  const ac = action
  const params = value.params ?? value.codes
  const given: Record<string, unknown> = { ac, params, types: value.types, since: value.since }
  const faulty = Object.keys(clientMessages[ac].shape).find((name) => hasFaultyItem(given[name]))
  if (faulty !== undefined) return refused(ac, 'invalid_parameter', faulty, id)
  const found = clientMessages[ac].safeParse(given)
  if (!found.success) {
    const param = String(found.error.issues[0]?.path[0] ?? 'params')
    const missing = given[param] === undefined
    return refused(ac, missing ? 'missing_parameter' : 'invalid_parameter', param, id)
  }
  return shaped(found.data, id)
}

/**
 * Whether a list has an element that is not a string, or an object a value that is not an integer. Stops at the first
 * fault; a schema would report thousands.
 */
function hasFaultyItem(value: unknown): boolean {
  if (Array.isArray(value)) return !value.every((item) => typeof item === 'string')
  if (typeof value !== 'object' || value === null) return false
  return !Object.values(value).every(Number.isSafeInteger)
}

type Parsed = { [K in ClientAction]: ReturnType<(typeof clientMessages)[K]['parse']> }[ClientAction]

function shaped(message: Parsed, id: Id): ClientMessage {
  switch (message.ac) {
    case 'auth':
      return { ac: 'auth', secret: message.params.trim(), id }
    case 'list':
      return { ac: 'list', id }
    case 'ping':
      return { ac: 'ping', params: message.params ?? '', id }
    case 'resume':
      return { ac: 'resume', from: message.params, id }
    case 'subscribe':
    case 'unsubscribe':
      return listed(message, id)
  }
}

function listed(message: Extract<Parsed, { ac: 'subscribe' | 'unsubscribe' }>, id: Id): ClientMessage {
  const { ac, params, types } = message
  const symbols = distinct(params)
  if (symbols.length === 0) return refused(ac, 'missing_parameter', 'params', id)
  const found: SubscriptionType[] = []
  for (const name of distinct(types ?? '')) {
    const type = toSubscriptionType(name)
    if (!type) return refused(ac, 'invalid_type', name.slice(0, 40), id)
    if (!found.includes(type)) found.push(type)
  }
  if (ac === 'unsubscribe') return { ac, symbols, types: found.length > 0 ? found : null, id }
  return { ac, symbols, types: found.length > 0 ? found : ['quote'], since: message.since ?? {}, id }
}

/** Copies the parts, because caches keep names, and a substring would keep its whole message in memory. */
function distinct(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))].map(flat)
}

function refused(request: string, error: ErrorName, param: string | undefined, id: Id): ClientMessage {
  return { ac: 'refused', request, error, param, id }
}

function isAction(action: string): action is ClientAction {
  return Object.hasOwn(clientMessages, action)
}
