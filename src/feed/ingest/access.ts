import type { IncomingMessage } from 'node:http'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import { demoKey } from '#src/contract/site.ts'
import { type FeedKey, feedSecrets } from '#src/market/feed-keys/feed-key.ts'
import { findFeedKey, listenForRevokedFeedKeys } from '#src/market/feed-keys/feed-keys.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { WorkBudget } from '#src/platform/limits/work-budget.ts'
import { hasNoBudget } from '#src/platform/mail/mail-budget.ts'
import type { Platform } from '#src/platform/platform.ts'

const knownMs = 30_000
const knownMax = 1_000
/** The limit of requests and handshakes of one feed key. Messages over an open socket are not counted. */
const requestsPerMinute = 6_000
/** The limit of unknown feed keys that one client address may try, since each costs a read of the database. */
const guessesPerMinute = 300

/** Finds the feed key of a request. Keys are cached until they are revoked, for at most 30 s. */
export class Access implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #known = new Map<string, { key: FeedKey; until: number }>()
  readonly #listening = new AsyncDisposableStack()
  readonly #requests: WorkBudget
  readonly #guesses: WorkBudget
  /** Rises with each revocation. A key that was read before the rise must not be cached. */
  #epoch = 0

  private constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#requests = new WorkBudget(ctx.clock, requestsPerMinute)
    this.#guesses = new WorkBudget(ctx.clock, guessesPerMinute)
  }

  /** `revoked` is called with the id of the revoked key, or with null when any key may have been revoked. */
  static async open(ctx: Platform, revoked: (keyId: string | null) => void): Promise<Access> {
    const access = new Access(ctx)
    access.#listening.use(
      await listenForRevokedFeedKeys(ctx, (keyId) => {
        access.#epoch += 1
        access.#known.clear()
        revoked(keyId)
      }),
    )
    return access
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening.disposeAsync()
  }

  /** Counts a request and returns its key. Throws the refusal if the request may not push. */
  async keyOf(incoming: IncomingMessage): Promise<FeedKey> {
    const key = await this.#guessed(incoming)
    refuseLater(this.#requests.take(key.id))
    return key
  }

  async #guessed(incoming: IncomingMessage): Promise<FeedKey> {
    const secret = secretIn(incoming)
    const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
    if (!this.#known.has(secret)) refuseLater(this.#guesses.waitMs(address))
    try {
      return await this.verify(secret)
    } catch (cause) {
      if (isRefusal(cause) && !hasNoBudget(this.#ctx, address)) this.#guesses.take(address)
      throw cause
    }
  }

  async verify(secret: string): Promise<FeedKey> {
    const now = this.#ctx.clock.elapsed()
    const known = this.#known.get(secret)
    if (known && now < known.until) return known.key
    if (secret === '') throw refuse('key_missing')
    if (!secret.startsWith(feedSecrets.prefix))
      throw refuse(secret === demoKey || /^tw[s_]/.test(secret) ? 'not_a_feed_key' : 'key_malformed')
    if (!feedSecrets.isWellFormed(secret)) throw refuse('key_malformed')
    const epoch = this.#epoch
    const key = await findFeedKey(this.#ctx, secret)
    if (!key) throw refuse('key_unknown')
    if (key.revokedAt !== null) throw refuse('key_revoked')
    if (this.#known.size >= knownMax) this.#known.clear()
    if (epoch === this.#epoch) this.#known.set(secret, { key, until: now + knownMs })
    return key
  }
}

function refuseLater(waitMs: number): void {
  if (waitMs > 0) throw refuse('too_many_requests', { retryAfter: waitMs / 1000 })
}

export function secretIn({ headers, url = '' }: IncomingMessage): string {
  const { token, authorization } = headers
  if (/[?&]token=/.test(url)) throw refuse('key_in_query', { param: 'token' })
  if (typeof token === 'string') return token.trim()
  return authorization?.replace(/^Bearer\s+/i, '').trim() ?? ''
}

/** Reads the header `x-producer`. Its characters are limited, because the name is part of a mark on the tape. */
export function producerIn({ headers }: IncomingMessage): string {
  const name = headers['x-producer']
  if (name === undefined || name === '') return 'default'
  if (typeof name !== 'string' || !/^[A-Za-z0-9._-]{1,64}$/.test(name))
    throw refuse('invalid_parameter', { param: 'X-Producer' })
  return name
}
