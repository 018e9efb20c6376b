import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'
import { requestLocale, sentHeaders } from '#src/platform/http/envelope.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type DataRequest, Query } from './call.ts'
import type { RequestContext } from './request-context.ts'

const queriesMax = 2_000

/** Caches parsed query strings, because programs repeat them. A query that contains a key is not cached. */
export class Queries {
  readonly #known = new Map<string, Query>()

  read(text: string): Query {
    const known = this.#known.get(text)
    if (known) return known
    const query = new Query(text)
    if (query.get('token') !== undefined) return query
    if (this.#known.size >= queriesMax) this.#known.clear()
    this.#known.set(text, query)
    return query
  }
}

/** Reads the key from `token`, `Authorization: Bearer`, or old clients' `?token=`. Refuses two different keys. */
export function sentSecret(incoming: IncomingMessage, query: Query): string {
  const { token, authorization } = incoming.headers
  const inQuery = query.get('token')
  if (authorization === undefined && inQuery === undefined) return typeof token === 'string' ? token.trim() : ''
  const sent = [
    typeof token === 'string' ? token.trim() : undefined,
    authorization?.replace(/^Bearer\s+/i, '').trim(),
    inQuery,
  ].filter((secret) => secret !== undefined && secret !== '')
  if (new Set(sent).size > 1) throw refuse('conflicting_credentials')
  return sent[0] ?? ''
}

/** A request with a verified key. Rarely used fields are computed only when they are read. */
export class Call implements DataRequest {
  readonly query: Query
  readonly key: VerifiedKey
  readonly catalogue: Catalogue
  readonly now: number
  readonly #context: RequestContext

  constructor(context: RequestContext, query: Query, key: VerifiedKey, catalogue: Catalogue, now: number) {
    this.#context = context
    this.query = query
    this.key = key
    this.catalogue = catalogue
    this.now = now
  }

  get path(): string {
    return this.#context.path
  }

  get requestId(): string {
    return this.#context.requestId
  }

  get headers(): IncomingHttpHeaders {
    return this.#context.incoming.headers
  }

  get locale(): Locale {
    return localeOf(this.#context.incoming)
  }

  get gone(): AbortSignal {
    return goneSignal(this.#context.outgoing)
  }
}

const idBytes = 12
const idsAtOnce = 512

/**
 * Request ids from bulk random bytes, because a system call for each would take 10 % of the time of a response from
 * memory.
 */
export class RequestIds {
  readonly #random: Platform['random']
  #pool = Buffer.alloc(0)
  #at = 0

  constructor(random: Platform['random']) {
    this.#random = random
  }

  next(): string {
    if (this.#at >= this.#pool.length) {
      this.#pool = Buffer.from(this.#random.bytes(idBytes * idsAtOnce))
      this.#at = 0
    }
    const id = this.#pool.toString('base64url', this.#at, this.#at + idBytes)
    this.#at += idBytes
    return id
  }
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController()
  if (outgoing.destroyed) left.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort()
  })
  return left.signal
}

/** The language of the request; English unless the client names one. */
export function localeOf(incoming: IncomingMessage): Locale {
  return requestLocale(sentHeaders(incoming), 'en-US')
}
