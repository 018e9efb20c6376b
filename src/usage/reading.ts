import { overridesOfKeys } from '#src/keys/controls.ts'
import { allowanceId, type Key, type LimitOverride } from '#src/keys/key/key.ts'
import { keysOfAccount } from '#src/keys/keys.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readFailures, readTallies } from './meter.ts'
import { failuresSince, type Recent, recentUsage } from './recent.ts'
import { type Failure, type FailureRange, failuresWithin, type Range, type Tally, talliesWithin } from './usage.ts'

/** The usage of more keys than this is read from the store, in one query. */
const askedMax = 8

/** Reads the usage of an account for one response. Keys, limits and recent usage are read only once. */
export class UsageReading {
  readonly #ctx: Platform
  readonly #accountId: string
  readonly #recent = new Map<string, Promise<Recent | null>>()
  #keys: Promise<Key[]> | null = null
  #overrides: Promise<Map<string, LimitOverride>> | null = null

  constructor(ctx: Platform, accountId: string) {
    this.#ctx = ctx
    this.#accountId = accountId
  }

  keys(): Promise<Key[]> {
    this.#keys ??= keysOfAccount(this.#ctx, this.#accountId)
    return this.#keys
  }

  async overrideOf(key: Key): Promise<LimitOverride | null> {
    this.#overrides ??= this.keys().then((keys) => overridesOfKeys(this.#ctx, keys))
    return (await this.#overrides).get(allowanceId(key)) ?? null
  }

  /** Tallies from memory. Earlier minutes, or all if memory lacks a key, come from the store. */
  async tallies(keyIds: readonly string[], range: Range): Promise<Tally[]> {
    const recent = await this.#recentOf(keyIds)
    if (!recent) return readTallies(this.#ctx, keyIds, range)
    const since = Math.max(...recent.map(({ from }) => from))
    const earlier =
      range.from < since ? await readTallies(this.#ctx, keyIds, { ...range, to: Math.min(range.to, since) }) : []
    const tallies = recent.flatMap((one) => one.tallies)
    return [...earlier, ...talliesWithin(tallies, keyIds, { ...range, from: Math.max(range.from, since) })]
  }

  async failures(keyIds: readonly string[], range: FailureRange): Promise<Failure[]> {
    const recent = await this.#recentOf(keyIds)
    if (!recent) return readFailures(this.#ctx, keyIds, range)
    const since = Math.max(...recent.map(failuresSince))
    const failures = recent.flatMap((one) => one.failures).sort((a, b) => a.time - b.time)
    const newer = failuresWithin(failures, keyIds, { ...range, from: Math.max(range.from, since) })
    const limit = range.limit - newer.length
    if (limit === 0 || range.from >= since) return newer
    return [...newer, ...(await readFailures(this.#ctx, keyIds, { ...range, to: Math.min(range.to, since), limit }))]
  }

  /** Null unless memory has the recent usage of every key. */
  async #recentOf(keyIds: readonly string[]): Promise<Recent[] | null> {
    if (keyIds.length === 0 || keyIds.length > askedMax) return null
    const asked = await Promise.all(keyIds.map((id) => this.#ask(id)))
    const known = asked.filter((recent) => recent !== null)
    return known.length === asked.length ? known : null
  }

  #ask(keyId: string): Promise<Recent | null> {
    const asked = this.#recent.get(keyId)
    if (asked) return asked
    const asking = recentUsage.ask(this.#ctx, keyId).catch((cause: unknown) => {
      this.#ctx.log.warn('recent usage could not be requested; the store is read', { cause })
      return null
    })
    this.#recent.set(keyId, asking)
    return asking
  }
}
