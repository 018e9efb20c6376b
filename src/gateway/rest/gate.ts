import type { IncomingMessage } from 'node:http'
import { refuse } from '#src/contract/errors.ts'
import { type KeyVerdict, verifyKey } from '#src/keys/check/verify.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import { scopeRefusal } from '#src/keys/key/scope.ts'
import { clientAddress, wholeClientAddress } from '#src/platform/http/client-address.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { allowanceOf, countedAs } from '#src/usage/usage.ts'
import { limitHeaders } from './limits.ts'
import { countPageCall, instrumentIn } from './page-calls.ts'
import type { Query } from './wire/call.ts'
import type { RequestContext } from './wire/request-context.ts'
import { UnderWay } from './wire/under-way.ts'

/** Cache time of a key's verification, ms. It is short because a revoked key must be refused within a second. */
const verifiedMs = 250
/** The limit of conditional requests a minute is this number times the key's minute limit. */
const conditionalPerCall = 10

/** Checks the key of each call and limits the calls a minute and the concurrent calls of a key. */
export class Gate {
  readonly #ctx: Platform
  readonly #meter: UsageMeter
  readonly #underWay = new UnderWay()
  readonly #verified = new Map<string, { key: VerifiedKey; until: number }>()

  constructor(ctx: Platform, meter: UsageMeter) {
    this.#ctx = ctx
    this.#meter = meter
  }

  known(secret: string): VerifiedKey | null {
    const known = this.#verified.get(secret)
    return known && this.#ctx.clock.elapsed() < known.until ? known.key : null
  }

  async verify(secret: string, context: RequestContext): Promise<VerifiedKey> {
    const address = clientAddress(context.incoming, this.#ctx.settings.trustedProxies)
    const key = this.admit(await verifyKey(this.#ctx, secret, address), context)
    if (this.#verified.size >= 2_000) this.#verified.clear()
    const { clock } = this.#ctx
    const lifeMs = Math.min(verifiedMs, key.expiresAt - clock.now())
    this.#verified.set(secret, { key, until: clock.elapsed() + lifeMs })
    return key
  }

  /** Returns the key of an accepting verdict. Otherwise throws; the refusal is recorded for the key in the verdict. */
  admit(verdict: KeyVerdict, context: RequestContext): VerifiedKey {
    if (verdict.kind === 'ok') return verdict.key
    context.keyId = verdict.keyId ?? null
    throw refuse(verdict.error)
  }

  /**
   * Refuses a call outside the key's restrictions or over its limit. With `peek` the call is not counted. Sets
   * rate-limit headers if the key has a limit.
   */
  allow(key: VerifiedKey, context: RequestContext, query: Query, how: 'take' | 'peek'): Promise<void> | null {
    if (key.scope !== null) this.#assertInScope(key, context.incoming)
    return key.limits.perMinute === null ? null : this.#count(key, context, query, how)
  }

  /** Refuses a caller with too many concurrent calls. Call the returned function when the call has ended. */
  enter(key: VerifiedKey, incoming: IncomingMessage): () => void {
    const caller = countedAs(key, this.#addressOf(key, incoming))
    this.#underWay.enter(caller, key.kind)
    return () => this.#underWay.leave(caller)
  }

  /** Search tokens are exempt, because the owner's own pages use them from any address. */
  #assertInScope({ kind, scope }: VerifiedKey, incoming: IncomingMessage): void {
    if (scope === null || kind !== 'key') return
    const refused = scopeRefusal(scope, 'rest', wholeClientAddress(incoming, this.#ctx.settings.trustedProxies))
    if (refused) throw refuse(refused)
  }

  async #count(
    key: VerifiedKey,
    { incoming, headers, path }: RequestContext,
    query: Query,
    how: 'take' | 'peek',
  ): Promise<void> {
    const { name, rateLimit } = allowanceOf(key, this.#addressOf(key, incoming))
    if (how === 'peek') await this.#countConditional(name, rateLimit)
    const { limiter } = this.#ctx
    const allowance =
      key.kind === 'search'
        ? await countPageCall(limiter, key, instrumentIn(path, query), how)
        : await limiter[how](name, rateLimit)
    Object.assign(headers, limitHeaders(key, allowance))
    this.#meter.watch(key, allowance)
    if (!allowance.allowed) throw refuse('rate_limited', { retryAfter: allowance.resetMs / 1000 })
  }

  /**
   * Counts a conditional request. If its response is 304, the request does not count against the minute limit. A limit
   * is necessary, because the whole response must be made to find out that nothing changed.
   */
  async #countConditional(name: string, { limit, windowMs }: { limit: number; windowMs: number }): Promise<void> {
    const conditional = { limit: limit * conditionalPerCall, windowMs }
    const { allowed, resetMs } = await this.#ctx.limiter.take(`${name}:conditional`, conditional)
    if (!allowed) throw refuse('rate_limited', { retryAfter: resetMs / 1000 })
  }

  #addressOf({ kind }: VerifiedKey, incoming: IncomingMessage): string {
    return kind === 'demo' ? clientAddress(incoming, this.#ctx.settings.trustedProxies) : ''
  }
}
