import { isFault, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Platform } from '../platform.ts'

const connectionCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', '57P01', '57P02', '57P03', '53300', '57014', '25006'],
])
/** PostgreSQL's class of connection failures. PgBouncer refuses with 08P01 while the server behind it is away. */
const connectionClass = /^08...$/
const connectionMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/

/** Messages of the Redis client, whose errors have no codes, and of a Redis server that cannot serve at present. */
const redisMessages =
  /^(?:Connection is closed\.|Command timed out|Stream isn't writeable|Reached the max retries per request limit|Socket timeout|Failed to refresh slots cache|None of startup nodes is available|(?:LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN) )/

/** Error codes for text that PostgreSQL cannot store: U+0000, or its escape in JSON. */
const characterCodes = new Set(['22021', '22P05'])

/**
 * Converts an error to a refusal: a refusal is returned unchanged, a failure of a store gets its own refusal, and any
 * other error becomes `server_error` and is logged under the message `failed`.
 */
export function refusalOf(
  { log }: Pick<Platform, 'log'>,
  error: unknown,
  failed: string,
  fields: Record<string, unknown> = {},
): Refusal {
  if (isRefusal(error)) return error
  const named = storeFailure(error)
  if (!named) log.error(failed, { ...fields, cause: error })
  else if (isFault(named)) log.warn('a store did not answer', { ...fields, cause: error })
  return named ?? refuse('server_error')
}

/** The refusal for a PostgreSQL or Redis that is down, slow, full or cannot store the text; null: other errors. */
export function storeFailure(error: unknown): Refusal | null {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return refuse('server_busy', { retryAfter: 30 })
    if (characterCodes.has(code)) return refuse('bad_characters')
    if (isConnectionFailure(cause, code)) return refuse('server_busy', { retryAfter: 5 })
  }
  return null
}

function isConnectionFailure(error: Error, code: string): boolean {
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return (
    connectionCodes.has(code) ||
    connectionClass.test(code) ||
    connectionMessages.test(error.message) ||
    redisMessages.test(error.message)
  )
}
