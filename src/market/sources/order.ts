import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses, channelOf } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { sourceNamePattern } from '../feed-keys/feed-key.ts'
import { keyOf } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { parseInstrumentKey } from '../instruments/symbol.ts'
import type { PushingSource, SourceOrder, SourceSwitch } from './order-store.ts'
import * as store from './order-store.ts'

export type { PushingSource, SourceOrder, SourceSwitch }

const channel = 'source_orders'
const sourcesMax = 20
const shownMax = 50
/**
 * A pushing source that was silent for this time is shown as silent, ms. The time of its last sign of life is stored
 * once a second.
 */
const silentMs = 6_000
/** A pushing source that was silent for this time is reported, ms. A restart of its program takes less. */
const missedMs = 3 * minuteMs

/**
 * Sets the order of sources for an instrument, a class or all instruments. Without sources, the order of the wider
 * scope applies.
 */
export async function setSourceOrder(ctx: Platform, actor: Actor, input: SourceOrder): Promise<SourceOrder> {
  const by = await requireStaff(ctx, actor, 'source.order')
  const scope = await readScope(ctx, input.scope.trim())
  const sources = [...new Set(input.sources.map((name) => name.trim().toLowerCase()))].filter((name) => name !== '')
  if (sources.length > sourcesMax || !sources.every((name) => sourceNamePattern.test(name)))
    throw refuse('invalid_parameter', { param: 'sources' })
  await ctx.postgres.transaction(async (tx) => {
    await store.setOrder(tx, scope, sources, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'source.order', scope, { sources })
    await ctx.postgres.notify(tx, channel, null)
  })
  return { scope, sources }
}

async function readScope(ctx: Platform, text: string): Promise<string> {
  if (text === '*' || isClass(text)) return text
  const identity = parseInstrumentKey(text)
  if (!identity) throw refuse('invalid_parameter', { param: 'scope' })
  const instrument = await findInstrument(ctx, identity)
  if (!instrument) throw refuse('unknown_symbol', { param: 'scope' })
  return keyOf(instrument)
}

function isClass(text: string): text is AssetClass {
  return assetClasses.some((name) => name === text)
}

/**
 * Pushing sources, configured orders and the latest changes. The caller must have checked the permission `source.list`.
 */
export async function readPushing(
  ctx: Platform,
): Promise<{ pushing: PushingSource[]; orders: SourceOrder[]; switches: SourceSwitch[] }> {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const stateOf = (heardAt: number | null) =>
    heardAt === null ? 'never' : now - heardAt <= silentMs ? ('live' as const) : ('silent' as const)
  const pushing = (await store.pushing(db)).map((one): PushingSource => ({ ...one, state: stateOf(one.heardAt) }))
  return { pushing, orders: await store.orders(db), switches: await store.switches(db, shownMax) }
}

/** Sources that have fed instruments, were heard within `days`, and are silent, the longest silent first. */
export async function silentPushing(ctx: Platform, days: number): Promise<{ source: string; heardAt: number }[]> {
  const now = ctx.clock.now()
  const known = await store.pushing(ctx.postgres.db)
  return known
    .flatMap(({ source, heardAt, instruments }) => (heardAt === null || instruments === 0 ? [] : [{ source, heardAt }]))
    .filter(({ heardAt }) => now - heardAt > missedMs && now - heardAt <= days * dayMs)
    .sort((a, b) => a.heardAt - b.heardAt)
}

export async function noteSwitch(ctx: Platform, instrumentId: number, change: SourceSwitch): Promise<void> {
  await store.addSwitch(ctx.postgres.db, instrumentId, change)
}

/**
 * The configured orders of sources. An instrument's own order counts, or else the order of its class, or else the order
 * for all instruments.
 */
export class SourceOrders implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #listening = new AsyncDisposableStack()
  #orders: ReadonlyMap<string, readonly string[]> = new Map()

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  static async open(ctx: Platform): Promise<SourceOrders> {
    const orders = new SourceOrders(ctx)
    const followed = { channel, everyMs: 30_000, failed: 'the order of sources could not be read' }
    await orders.read()
    orders.#listening.use(await follow(ctx, followed, () => orders.read()))
    return orders
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening.disposeAsync()
  }

  async read(): Promise<undefined> {
    const rows = await store.orders(this.#ctx.postgres.db)
    this.#orders = new Map(rows.map(({ scope, sources }) => [scope, sources]))
  }

  of(key: string): readonly string[] {
    return this.#orders.get(key) ?? this.#orders.get(channelOf(key)) ?? this.#orders.get('*') ?? []
  }
}
