import type { IncomingMessage } from 'node:http'
import { minuteMs } from '#src/contract/time.ts'
import type { KeyUse, VerifiedKey } from '#src/keys/key/key.ts'
import { noteKeyUse } from '#src/keys/keys.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { KeptValue } from '#src/platform/kept.ts'
import { every } from '#src/platform/loop.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { hasOtherGateways } from '#src/platform/settings.ts'
import { LimitAlerts } from './alerts/alerts.ts'
import { type Recent, RecentUsage, recentFailuresMax, recentUsage } from './recent.ts'
import { failuresOf, insertFailures, insertTallies, talliesOf } from './store.ts'
import {
  addTally,
  type Failure,
  type FailureRange,
  failuresWithin,
  type Range,
  type Tally,
  talliesWithin,
} from './usage.ts'

const flushes = { everyMs: 1_000, waitFirst: true, failed: 'usage could not be written or limits not be mailed' }
/** The maximum number of tallies kept while the column store fails. */
const talliesMax = 100_000
/** The maximum number of failures written per key and second. Further failures are only counted. */
const failuresPerKeyMax = 50
const failuresMax = 2_000

/** `reads`: the reads that a flush waits for. */
type Pending = {
  tallies: Map<string, Tally>
  /** The address from which each key was last used, since the last flush. */
  from: Map<string, string>
  failures: Failure[]
  writing: Promise<void>
  reads: Set<Promise<unknown>>
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
    reads: new Set(),
  }
  readonly #failuresOf = new Map<string, number>()
  #answered = 0
  #refused = 0
  readonly #alerts: LimitAlerts
  /** Null if other processes count calls, too. */
  readonly #recent: RecentUsage | null
  readonly #answering: Disposable | undefined
  readonly #writing: AsyncDisposable

  constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#alerts = new LimitAlerts(ctx)
    meters.set(ctx, this.#pending)
    const recent = hasOtherGateways(ctx.settings) ? null : new RecentUsage((...asked) => loadRecent(ctx, ...asked))
    this.#recent = recent
    this.#answering = recent ? recentUsage.answer(ctx, (keyId) => recent.read(keyId, ctx.clock.now())) : undefined
    this.#writing = every(ctx, flushes, () => this.#write())
  }

  /** The number of responses, refusals included, and the number of refusals since the start of this process. */
  get counted(): { answered: number; refused: number } {
    return { answered: this.#answered, refused: this.#refused }
  }

  note({ keyId, call, status, bytes, counted, incoming, failure }: Answered): void {
    const now = this.#ctx.clock.now()
    this.#answered += 1
    if (failure) this.#refused += 1
    const reason = failure?.reason ?? ''
    const tally = {
      keyId,
      t: Math.floor(now / minuteMs) * minuteMs,
      call,
      status,
      reason,
      requests: counted ? 1 : 0,
      uncounted: counted ? 0 : 1,
      bytes,
    }
    const listed = failure && this.#list({ keyId, time: now, call, status, ...failure })
    this.#recent?.note(tally, listed ?? null)
    const isNew = addTally(this.#pending.tallies, tally)
    if (isNew && incoming) this.#pending.from.set(keyId, clientAddress(incoming, this.#ctx.settings.trustedProxies))
  }

  /** Null for a failure that is only counted. */
  #list(failure: Failure): Failure | null {
    const known = this.#failuresOf.get(failure.keyId) ?? 0
    if (known >= failuresPerKeyMax || this.#pending.failures.length >= failuresMax) return null
    this.#failuresOf.set(failure.keyId, known + 1)
    this.#pending.failures.push(failure)
    return failure
  }

  /** Checks a key's use of its minute, for the mails at 80 and 100 percent. */
  watch(key: VerifiedKey, allowance: Allowance): void {
    this.#alerts.watch(key, allowance)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing[Symbol.asyncDispose]()
    await this.#write()
    this.#answering?.[Symbol.dispose]()
    meters.drop(this.#ctx, this.#pending)
  }

  async #write(): Promise<void> {
    this.#recent?.dropUnread(this.#ctx.clock.now())
    this.#pending.writing = Promise.allSettled(this.#pending.reads).then(() => this.#flush())
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
    try {
      await insertTallies(this.#ctx, written)
    } catch (cause) {
      const kept = written.slice(0, Math.max(0, talliesMax - tallies.size))
      for (const tally of kept) addTally(tallies, tally)
      this.#pending.from = new Map([...from, ...this.#pending.from])
      failures.unshift(...flushedFailures)
      failures.splice(0, failures.length - failuresMax)
      const rows = { kept: kept.length, dropped: written.length - kept.length }
      this.#ctx.log.warn('usage could not be written; the kept rows wait for the next time', { ...rows, cause })
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

function lastUses(tallies: readonly Tally[], from: ReadonlyMap<string, string>): Map<string, KeyUse> {
  const used = tallies.filter(({ keyId, requests }) => keyId !== 'demo' && requests > 0)
  return new Map(used.map(({ keyId, t }) => [keyId, { at: t, from: from.get(keyId) }]))
}

type Waiting = { tallies: readonly Tally[]; failures: readonly Failure[] }

/**
 * Calls `use` with the rows of the store and the rows that this process had not sent at that moment, so that no call is
 * missed or counted twice: a read waits for the flush before it, and the next flush waits for the read.
 */
async function betweenFlushes<T, U>(
  ctx: Platform,
  read: () => Promise<T>,
  use: (rows: T, waiting: Waiting) => U,
): Promise<U> {
  const meter = meters.of(ctx)
  if (!meter) return use(await read(), { tallies: [], failures: [] })
  for (let written: unknown = null; written !== meter.writing; ) {
    written = meter.writing
    await written
  }
  const used = read().then((rows) => use(rows, { tallies: [...meter.tallies.values()], failures: meter.failures }))
  meter.reads.add(used)
  try {
    return await used
  } finally {
    meter.reads.delete(used)
  }
}

/** The stored tallies, and the tallies of this process that are not yet written. */
export async function readTallies(ctx: Platform, keyIds: readonly string[], range: Range): Promise<Tally[]> {
  if (keyIds.length === 0) return []
  return betweenFlushes(
    ctx,
    () => talliesOf(ctx, keyIds, range),
    (stored, { tallies }) => [...stored, ...talliesWithin(tallies, keyIds, range)],
  )
}

/** The newest refused calls in [from, to), newest first, including those not written yet. */
export async function readFailures(ctx: Platform, keyIds: readonly string[], range: FailureRange): Promise<Failure[]> {
  if (keyIds.length === 0) return []
  return betweenFlushes(
    ctx,
    () => failuresOf(ctx, keyIds, range),
    (stored, { failures }) => [...failuresWithin(failures, keyIds, range), ...stored].slice(0, range.limit),
  )
}

const ever = Number.MAX_SAFE_INTEGER

function loadRecent(ctx: Platform, keyId: string, from: number, keep: (loaded: Recent) => Recent): Promise<Recent> {
  const range = { from, to: ever, stepMs: minuteMs, limit: recentFailuresMax }
  return betweenFlushes(
    ctx,
    () => Promise.all([talliesOf(ctx, [keyId], range), failuresOf(ctx, [keyId], range)]),
    ([stored, refused], { tallies, failures }) =>
      keep({
        from,
        tallies: [...stored, ...talliesWithin(tallies, [keyId], range)],
        failures: [...refused.toReversed(), ...failures.filter((failure) => failure.keyId === keyId)],
      }),
  )
}
