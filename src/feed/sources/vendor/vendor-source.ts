import { once } from 'node:events'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { recordSourceActions } from '#src/market/action-edits/source-actions.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { ensureInstrument } from '#src/market/instruments/instruments.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { EventQueue } from '../event-queue.ts'
import { fillGaps } from '../fill-gaps.ts'
import { heldBackMsMax, type Source, type SourceContext, type SourceEvent } from '../source.ts'
import { KnownTrades, recordedTrades } from './known-trades.ts'
import type { Hearer, Vendor, VendorClass, VendorSymbol } from './vendor.ts'
import { type LinePatience, VendorLine } from './vendor-line.ts'

export type VendorPatience = LinePatience & {
  /** The interval of pings. A connection without a sign of life for `silenceMs` is dead. */
  pingMs: number
  silenceMs: number
  /** Pause before open gaps are retried, ms; it doubles with each failure. */
  settleMs: number
  /** Pause between two reads of a symbol's splits and dividends, ms. */
  actionsMs: number
}

const usual: VendorPatience = {
  ...{ holdMs: heldBackMsMax, retryMs: 250, barsMs: 600_000, tradesBackMs: 3_600_000, lagMs: 5_000 },
  ...{ pingMs: 2_000, silenceMs: 8_000, settleMs: 2_000, actionsMs: dayMs },
}
const aliveEveryMs = 250
/**
 * Pause between reads of splits and dividends, ms. Each read is for one symbol, because vendors limit requests, and
 * requests for missed trades have priority.
 */
const actionsStepMs = 5_000
const actionsRetryMs = hourMs
/** Splits and dividends are read if their ex-date is at most this time ahead, ms. */
const announcedMs = 366 * dayMs
const settles = { waitFirst: true, failed: 'gaps of a vendor could not be filled' }
const regions: Readonly<Record<VendorClass, string>> = { stock: 'US', fund: 'US', crypto: 'BA', forex: 'GB' }

/** Follows a vendor: live trades and quotes over its socket; missed trades, bars, splits, dividends over REST. */
export class VendorSource implements Source {
  readonly #vendor: Vendor
  readonly #symbols: readonly VendorSymbol[]
  readonly #patience: VendorPatience
  /** The time of the next read of each symbol's splits and dividends, ms. */
  readonly #actionsDue = new Map<string, number>()
  readonly #begun = new Set<string>()

  /** `symbols`: the symbols to follow, unless the vendor chooses them. */
  constructor(vendor: Vendor, symbols: readonly VendorSymbol[], patience: Partial<VendorPatience> = {}) {
    this.#vendor = vendor
    this.#symbols = symbols
    this.#patience = { ...usual, ...patience }
  }

  get name(): string {
    return this.#vendor.name
  }

  async *open(context: SourceContext): AsyncGenerator<SourceEvent> {
    const { ctx, signal } = context
    const queue = new EventQueue(signal)
    yield { kind: 'state', state: 'connecting', note: '' }
    const lines = await this.#linesOf(context, queue)
    const hearing = new Hearing(ctx, queue, lines)
    await using connection = await this.#vendor.connect(
      [...lines.values()].map(({ symbol }) => symbol),
      hearing,
    )
    const { pingMs, silenceMs, settleMs, actionsMs } = this.#patience
    await using _pings = every(
      ctx,
      { everyMs: pingMs, waitFirst: true, failed: 'a ping of a vendor failed' },
      async () => {
        if (ctx.clock.elapsed() - hearing.oldestSign > silenceMs) queue.fail(new Error('the connection was silent'))
        else connection.ping()
      },
    )
    await using _settling = every(ctx, { ...settles, everyMs: settleMs }, (left) =>
      untilLeft(left, fillGaps(ctx, { ...settles, signal: left, firstMs: settleMs }, lines)),
    )
    const reads = {
      everyMs: Math.min(actionsMs, actionsStepMs),
      failed: 'splits or dividends of a vendor could not be read',
    }
    await using _actions = every(ctx, reads, (left) => untilLeft(left, this.#readActions(ctx, lines)))
    yield* queue.read()
  }

  /** Reads the splits and dividends of the symbol that is due next. */
  async #readActions(ctx: Platform, lines: ReadonlyMap<string, VendorLine>): Promise<void> {
    const now = ctx.clock.now()
    const { actionsMs } = this.#patience
    for (const [name, { symbol, instrument }] of lines) {
      if ((symbol.class !== 'stock' && symbol.class !== 'fund') || now < (this.#actionsDue.get(name) ?? now)) continue
      this.#actionsDue.set(name, now + Math.min(actionsMs, actionsRetryMs))
      const actions = await this.#vendor.actions(symbol, now + announcedMs)
      await recordSourceActions(ctx, instrument, this.name, actions)
      this.#actionsDue.set(name, now + actionsMs)
      return
    }
  }

  async #linesOf(
    { ctx, signal, positionOf, gapsOf }: SourceContext,
    queue: EventQueue,
  ): Promise<Map<string, VendorLine>> {
    const vendor = this.#vendor
    const requestErrors = ctx.metrics.counter(
      'tapewire_source_request_errors_total',
      'Requests to a source that failed.',
      ['source'],
    )
    requestErrors.inc({ source: vendor.name }, 0)
    const shared = { ctx, vendor, patience: this.#patience, signal, requestErrors, begun: this.#begun }
    const deps = { ...shared, emit: (event: SourceEvent) => queue.push(event) }
    const lines = new Map<string, VendorLine>()
    for (const symbol of (await vendor.choose?.()) ?? this.#symbols) {
      if (signal.aborted) break
      const instrument = await (vendor.instrumentOf?.(symbol) ?? ensureInstrument(ctx, identityOf(symbol)))
      const key = keyOf(instrument)
      const [position, left] = [await positionOf(key), await gapsOf(key)]
      const isLost = position !== null && !position.isOnTape
      const recorded = isLost ? await recordedTrades(ctx, instrument.id, vendor.source) : []
      const known = new KnownTrades(position?.text ?? null, recorded)
      lines.set(nameOf(symbol), new VendorLine(deps, symbol, instrument, known, left))
    }
    return lines
  }
}

/**
 * `lastSign`: the time of the last sign of life, by `clock.elapsed`. Until a subscription is confirmed: the time at which
 * the socket was opened.
 */
type Socket = { names: ReadonlySet<string>; lastSign: number; isConfirmed: boolean }

/** Passes the events of a connection to the lines, and its state to the operator. */
class Hearing implements Hearer {
  readonly #ctx: Platform
  readonly #queue: EventQueue
  readonly #lines: ReadonlyMap<string, VendorLine>
  readonly #waiting: Set<string>
  readonly #sockets: Socket[] = []
  readonly #rejected = new Set<string>()
  #aliveAt = Number.NEGATIVE_INFINITY
  #isLive = false

  constructor(ctx: Platform, queue: EventQueue, lines: ReadonlyMap<string, VendorLine>) {
    this.#ctx = ctx
    this.#queue = queue
    this.#lines = lines
    this.#waiting = new Set(lines.keys())
  }

  /** The last sign of life of the socket that is silent for the longest time, by `clock.elapsed`. */
  get oldestSign(): number {
    return Math.min(...this.#sockets.map(({ lastSign }) => lastSign))
  }

  opened(symbols: readonly VendorSymbol[]): () => void {
    const [names, isConfirmed] = [new Set(symbols.map(nameOf)), this.#rejected.size > 0]
    const socket = { names, lastSign: this.#ctx.clock.elapsed(), isConfirmed }
    this.#sockets.push(socket)
    return () => this.#heard(socket)
  }

  #heard(socket: Socket): void {
    if (!socket.isConfirmed) return
    const now = this.#ctx.clock.elapsed()
    socket.lastSign = now
    if (now - this.#aliveAt < aliveEveryMs) return
    this.#aliveAt = now
    this.#queue.push({ kind: 'alive' })
  }

  async subscribed(symbol: VendorSymbol): Promise<void> {
    if (!this.#waiting.delete(nameOf(symbol))) return
    this.#confirm(this.#sockets.filter(({ names }) => names.has(nameOf(symbol))))
    if (!this.#isLive || this.#waiting.size === 0) this.#live()
    await this.missed(symbol)
  }

  async missed(symbol: VendorSymbol): Promise<void> {
    await this.#lines
      .get(nameOf(symbol))
      ?.meet()
      .catch((cause: unknown) => this.#queue.fail(cause))
  }

  rejected(reason: string): void {
    this.#rejected.add(reason)
    this.#confirm(this.#sockets)
    this.#live()
  }

  trade(symbol: VendorSymbol, trade: Parameters<VendorLine['receive']>[0]): void {
    this.#lines.get(nameOf(symbol))?.receive(trade)
  }

  quote(symbol: VendorSymbol, quote: Parameters<VendorLine['quote']>[0]): void {
    this.#lines.get(nameOf(symbol))?.quote(quote)
  }

  book(symbol: VendorSymbol, book: Parameters<VendorLine['book']>[0]): void {
    this.#lines.get(nameOf(symbol))?.book(book)
  }

  ended(cause: unknown): void {
    this.#queue.fail(cause)
  }

  #confirm(sockets: readonly Socket[]): void {
    for (const socket of sockets) {
      socket.isConfirmed = true
      this.#heard(socket)
    }
  }

  #live(): void {
    this.#isLive = true
    this.#queue.push({ kind: 'state', state: 'live', note: [...this.#rejected].join(', ') })
  }
}

/** Waits for `work` or the end of the connection, so that a slow vendor does not delay the next connection. */
async function untilLeft(left: AbortSignal, work: Promise<void>): Promise<void> {
  await Promise.race([work, left.aborted ? null : once(left, 'abort')])
}

function identityOf({ class: name, name: written }: VendorSymbol) {
  return { class: name, region: regions[name], code: written.replace('/', '') }
}

function nameOf({ class: name, name: written }: VendorSymbol): string {
  return `${name}:${written}`
}
