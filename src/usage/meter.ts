import type { IncomingMessage } from 'node:http'
import { minuteMs } from '#src/contract/time.ts'
import type { KeyUse, VerifiedKey } from '#src/keys/key/key.ts'
import { noteKeyUse } from '#src/keys/keys.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { KeptValue } from '#src/platform/kept.ts'
import { every } from '#src/platform/loop.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { LimitAlerts } from './alerts.ts'
import { failuresOf, insertFailures, insertTallies, type Range, talliesOf } from './store.ts'
import type { Failure, Tally } from './usage.ts'

const flushes = { everyMs: 1_000, waitFirst: true, failed: 'usage could not be written or limits not be mailed' }
const talliesMax = 10_000
/** The maximum number of failures written per key and second. Further failures are only counted. */
const failuresPerKeyMax = 50
const failuresMax = 2_000

/** `flushes` increases when waiting rows are sent to the store. */
type Pending = {
  tallies: Map<string, Tally>
  /** The address from which each key was last used, since the last flush. */
  from: Map<string, string>
  failures: Failure[]
  writing: Promise<void>
  flushes: number
}
const meters = new KeptValue<Pending>('usage')

export type Answered = Pick<Tally, 'keyId' | 'call' | 'status' | 'bytes'> & {
  /** Whether the call counted against the limit of the minute. */
  counted: boolean
  /** The call's request, which has the address of the client. */
  incoming?: IncomingMessage
  failure?: Pick<Failure, 'requestId' | 'target' | 'reason' | 'detail'>
}

/** Counts the calls of each key and records refusals. It writes every second; the column store merges the rows. */
export class UsageMeter implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #pending: Pending = {
    tallies: new Map(),
    from: new Map(),
    failures: [],
    writing: Promise.resolve(),
    flushes: 0,
  }
  readonly #failuresOf = new Map<string, number>()
  #answered = 0
  #refused = 0
  readonly #alerts: LimitAlerts
  readonly #writing: AsyncDisposable

  constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#alerts = new LimitAlerts(ctx)
    meters.set(ctx, this.#pending)
    this.#writing = every(ctx, flushes, () => this.#write())
  }

  /** Since the start of this process: number of answers, and how many of them were refusals. */
  get counted(): { answered: number; refused: number } {
    return { answered: this.#answered, refused: this.#refused }
  }

  note({ keyId, call, status, bytes, counted, incoming, failure }: Answered): void {
    const now = this.#ctx.clock.now()
    this.#answered += 1
    if (failure) this.#refused += 1
    const reason = failure?.reason ?? ''
    const isNew = add(this.#pending.tallies, {
      keyId,
      t: Math.floor(now / minuteMs) * minuteMs,
      call,
      status,
      reason,
      requests: counted ? 1 : 0,
      uncounted: counted ? 0 : 1,
      bytes,
    })
    if (isNew && incoming) this.#pending.from.set(keyId, clientAddress(incoming, this.#ctx.settings.trustedProxies))
    if (!failure) return
    const known = this.#failuresOf.get(keyId) ?? 0
    if (known >= failuresPerKeyMax || this.#pending.failures.length >= failuresMax) return
    this.#failuresOf.set(keyId, known + 1)
    this.#pending.failures.push({ keyId, time: now, call, status, ...failure })
  }

  /** Checks a key's use of its minute, for the mails at 80 and 100 percent. */
  watch(key: VerifiedKey, allowance: Allowance): void {
    this.#alerts.watch(key, allowance)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing[Symbol.asyncDispose]()
    await this.#write()
    meters.drop(this.#ctx, this.#pending)
  }

  async #write(): Promise<void> {
    this.#pending.writing = this.#flush()
    await this.#pending.writing
    await this.#alerts.send()
  }

  async #flush(): Promise<void> {
    const { tallies, from, failures } = this.#pending
    const written = [...tallies.values()]
    const flushedFailures = failures.splice(0)
    tallies.clear()
    this.#pending.from = new Map()
    this.#failuresOf.clear()
    if (written.length === 0) return
    this.#pending.flushes += 1
    try {
      await insertTallies(this.#ctx, written)
    } catch (cause) {
      this.#ctx.log.warn('usage could not be written; it is kept for the next time', { rows: written.length, cause })
      if (tallies.size < talliesMax) for (const tally of written) add(tallies, tally)
      failures.unshift(...flushedFailures)
      return
    }
    try {
      if (flushedFailures.length > 0) await insertFailures(this.#ctx, flushedFailures)
      await noteKeyUse(this.#ctx, lastUses(written, from))
    } catch (cause) {
      this.#ctx.log.warn('refused answers or last uses could not be written', { rows: flushedFailures.length, cause })
    }
  }
}

/** Adds a tally. Returns true if it is the first of its kind since the last flush. */
function add(tallies: Map<string, Tally>, tally: Tally): boolean {
  const name = `${tally.keyId} ${tally.t} ${tally.status} ${tally.reason} ${tally.call}`
  const known = tallies.get(name)
  if (!known) {
    tallies.set(name, tally)
    return true
  }
  known.requests += tally.requests
  known.uncounted += tally.uncounted
  known.bytes += tally.bytes
  return false
}

function lastUses(tallies: readonly Tally[], from: ReadonlyMap<string, string>): Map<string, KeyUse> {
  const used = tallies.filter(({ keyId, requests }) => keyId !== 'demo' && requests > 0)
  return new Map(used.map(({ keyId, t }) => [keyId, { at: t, from: from.get(keyId) }]))
}

/** Reads while this process sends no rows to the store, so that no row is missed or counted twice. */
async function betweenFlushes<T>(ctx: Platform, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const meter = meters.of(ctx)
    await meter?.writing
    const flushes = meter?.flushes
    const rows = await read()
    if (meters.of(ctx)?.flushes === flushes) return rows
  }
}

/** Stored answers, plus the answers of this process that are not yet written. */
export async function readTallies(ctx: Platform, keyIds: readonly string[], range: Range): Promise<Tally[]> {
  if (keyIds.length === 0) return []
  const stored = await betweenFlushes(ctx, () => talliesOf(ctx, keyIds, range))
  const waiting = [...(meters.of(ctx)?.tallies.values() ?? [])].filter(
    ({ keyId, t }) => keyIds.includes(keyId) && t >= range.from && t < range.to,
  )
  return [...stored, ...waiting.map((tally) => ({ ...tally, t: Math.floor(tally.t / range.stepMs) * range.stepMs }))]
}

/** The newest refused calls in [from, to), newest first. Calls that are not written yet are included. */
export async function readFailures(
  ctx: Platform,
  keyIds: readonly string[],
  range: { from: number; to: number; limit: number },
): Promise<Failure[]> {
  if (keyIds.length === 0) return []
  const stored = await betweenFlushes(ctx, () => failuresOf(ctx, keyIds, range))
  const waiting = (meters.of(ctx)?.failures ?? []).filter(
    ({ keyId, time }) => keyIds.includes(keyId) && time >= range.from && time < range.to,
  )
  return [...waiting.toReversed(), ...stored].slice(0, range.limit)
}
