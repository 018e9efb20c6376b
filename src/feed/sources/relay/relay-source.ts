import { Stream, type TickUpdate } from '#sdk/typescript/index.ts'
import type { DepthEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { readTicks, type Tick } from '#src/market/ticks/ticks.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { EventQueue } from '../event-queue.ts'
import { fillGaps } from '../fill-gaps.ts'
import { heldBackMsMax, type Source, type SourceContext, type SourceEvent, SourceRefused } from '../source.ts'
import { livelySockets } from './lively-socket.ts'
import { Provider, refusal } from './provider.ts'
import { nextGapId, RelayLine, type RelayPatience, readPosition, sessionOf, sideOf } from './relay-line.ts'

export type RelayOptions = { url: string; key: string; symbols: readonly string[] }

type Patience = RelayPatience & {
  /** The interval of pings. A connection without a sign of life for `silenceMs` is dead. */
  pingMs: number
  silenceMs: number
  /** Pause before open gaps are retried, ms; it doubles with each failure. */
  settleMs: number
}

const usual: Patience = {
  holdMs: heldBackMsMax,
  retryMs: 250,
  barsMs: 10 * minuteMs,
  tradesBackMs: 360 * minuteMs,
  pingMs: 2_000,
  silenceMs: 8_000,
  settleMs: 5_000,
}
const settles = { waitFirst: true, failed: 'gaps of the relay could not be filled' }
const aliveEveryMs = 250
const levelsMax = 10
/** Positions are stored once a second, so few recorded trades are newer. */
const recordedMax = 10_000

/**
 * Follows another Tapewire, or a provider with the same protocol: trades and books over the stream, which is resumed
 * after a disconnect, and missed trades over the REST API. Trades keep the provider's order and numbers.
 */
export class RelaySource implements Source {
  readonly name = 'relay'
  readonly #options: RelayOptions
  readonly #patience: Patience

  constructor(options: RelayOptions, patience: Partial<Patience> = {}) {
    this.#options = options
    this.#patience = { ...usual, ...patience }
  }

  async *open(context: SourceContext): AsyncGenerator<SourceEvent> {
    const { ctx, signal } = context
    const queue = new EventQueue(signal)
    yield { kind: 'state', state: 'connecting', note: '' }
    const { lines, refused } = await this.#linesOf(context, queue)
    // Nothing is subscribed, so the stream would never connect.
    if (lines.size === 0 && !signal.aborted) throw new SourceRefused([...refused].join(', '))
    using stream = this.#streamOf(context, queue)
    // The client does not catch errors of its listeners, so they would end the process.
    const on: Stream['on'] = (kind, listener) =>
      stream.on(kind, (event) => {
        try {
          listener(event)
        } catch (cause) {
          queue.fail(cause)
        }
      })
    on('state', (state) => {
      const note = [...refused].join(', ')
      if (state.kind === 'refused') queue.fail(refusal(state))
      else if (state.kind === 'live') queue.push({ kind: 'state', state: 'live', note })
      else if (state.kind === 'idle') queue.fail(new SourceRefused(note))
      else if (state.kind === 'waiting') queue.push({ kind: 'state', state: 'waiting', note: state.reason })
    })
    on('rejected', ({ symbol, error }) => {
      refused.add(symbol === null ? error : `${error} ${symbol}`)
      queue.push({ kind: 'state', state: 'live', note: [...refused].join(', ') })
    })
    on('tick', (update) => lines.get(update.symbol)?.receive(tradeOf(update)))
    on('gap', ({ symbol, subscriptionType, to }) => {
      if (subscriptionType === 'tick') lines.get(symbol)?.missed(to)
    })
    on('depth', ({ symbol, a, b }) => {
      const line = lines.get(symbol)
      if (line) line.book(bookOf(line.key, a, b, ctx.clock.now()))
    })
    stream.subscribe([...lines.keys()], ['tick', 'depth'])
    const { settleMs } = this.#patience
    await using _settling = every(ctx, { ...settles, everyMs: settleMs }, (left) =>
      fillGaps(ctx, { ...settles, signal: left, firstMs: settleMs }, lines),
    )
    yield* queue.read()
  }

  #streamOf({ ctx }: SourceContext, queue: EventQueue): Stream {
    let aliveAt = Number.NEGATIVE_INFINITY
    const heard = () => {
      if (ctx.clock.elapsed() - aliveAt < aliveEveryMs) return
      aliveAt = ctx.clock.elapsed()
      queue.push({ kind: 'alive' })
    }
    const { url, key } = this.#options
    const { pingMs, silenceMs } = this.#patience
    const backoff = { minMs: 200, maxMs: 15_000 }
    const isLive = () => stream.state.kind === 'live'
    const socket = livelySockets(pingMs, { heard, isLive, broken: (cause) => queue.fail(cause) })
    const stream = new Stream({ apiUrl: url, key, silenceMs, backoff, WebSocket: socket })
    return stream
  }

  async #linesOf({ ctx, signal, positionOf, gapsOf }: SourceContext, queue: EventQueue) {
    const provider = new Provider(ctx, this.#options)
    const lines = new Map<string, RelayLine>()
    const refused = new Set<string>()
    for (const symbol of this.#options.symbols) {
      if (signal.aborted) break
      const mirrored = await provider.mirror(symbol)
      if (typeof mirrored === 'string') {
        refused.add(`${mirrored} ${symbol}`)
        continue
      }
      const deps = { ctx, provider, patience: this.#patience, signal, emit: (event: SourceEvent) => queue.push(event) }
      const key = keyOf(mirrored.instrument)
      const position = await positionOf(key)
      const recorded =
        position?.isOnTape === false ? await recordedAfter(ctx, mirrored.instrument.id, position.text) : []
      const left = await gapsOf(key)
      if (position === null && left.length === 0)
        await provider.backFill(mirrored).catch((cause: unknown) => {
          ctx.log.debug('no bars to begin with yet', { symbol, cause })
          const gap = { id: nextGapId(), ...Provider.historyUntil(ctx.clock.now()) }
          queue.push({ kind: 'gap', key, ...gap })
          left.push(gap)
        })
      lines.set(mirrored.symbol, new RelayLine(deps, mirrored, position?.text ?? null, left, recorded))
    }
    return { lines, refused }
  }
}

async function recordedAfter(ctx: Platform, instrumentId: number, position: string): Promise<Tick[]> {
  const after = readPosition(position)
  const range = { to: Number.MAX_SAFE_INTEGER, limit: recordedMax, source: 'push' } as const
  return after ? readTicks(ctx, instrumentId, { from: after.time + 1, ...range }) : []
}

function tradeOf({ ld, v, t, d, te, seq }: TickUpdate) {
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(t))
    throw new Error('a trade of the provider has no number or no time')
  return { seq, time: t, price: Number(ld), volume: Number(v), side: sideOf(d), session: sessionOf(te) }
}

type WireLevel = { p: number; v: number; o: number }

function bookOf(key: string, asks: readonly WireLevel[], bids: readonly WireLevel[], time: number): DepthEvent {
  const side = (levels: readonly WireLevel[]) =>
    levels
      .slice(0, levelsMax)
      .filter(({ p, v }) => Number.isFinite(p) && Number.isFinite(v))
      .map(({ p, v, o }) => ({ price: p, volume: v, orders: Number.isFinite(o) ? o : 0 }))
  return { type: 'depth', key, time, asks: side(asks), bids: side(bids), source: 'push' }
}
