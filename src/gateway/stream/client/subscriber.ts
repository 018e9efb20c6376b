import { setImmediate } from 'node:timers/promises'
import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import { type AssetClass, instrumentKey } from '#src/contract/market.ts'
import type { GapFrame, RejectReason } from '#src/contract/stream.ts'
import { toSubscriptionType } from '#src/contract/stream-names.ts'
import { whenKnown } from '../../when-known.ts'
import type { Admission, StreamKey } from '../access/access.ts'
import type { KeyQuota } from '../access/key-quota.ts'
import type { Gap, Outbox } from '../delivery/outbox.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import type { ClientMessage } from '../protocol/message.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { StreamHost } from './host.ts'
import type { Replies, ReplyId } from './replies.ts'
import { type Admitted, type Rejected, readStarts } from './starts.ts'
import { gapFrame, gapWithoutPath, type LaneStart, Subscriptions } from './subscriptions.ts'
import type { Wanted } from './wanted.ts'

/** The number of names per look-up. Between look-ups other sockets are served. */
const lookUpsAtOnce = 500
/** The symbol for all instruments, in protocols that have one. */
const allSymbols = '*'

type SubscriberOptions = {
  host: StreamHost
  key: StreamKey
  quota: KeyQuota
  outbox: Outbox
  replies: Replies
  class: AssetClass | null
  protocol: Protocol
  report: (error: ErrorName, detail: RefusalDetail, request: string) => void
}

/** An authenticated socket: subscribes, resumes and lists within its plan. */
export class Subscriber {
  key: StreamKey
  readonly subscriptions: Subscriptions
  readonly #at: SubscriberOptions
  #left = false

  constructor(at: SubscriberOptions) {
    this.#at = at
    this.key = at.key
    this.subscriptions = new Subscriptions(at.outbox, at.quota)
  }

  leave(): void {
    this.#left = true
    this.subscriptions.clear()
  }

  async serve(message: Extract<ClientMessage, { ac: 'subscribe' | 'unsubscribe' | 'list' | 'resume' }>): Promise<void> {
    switch (message.ac) {
      case 'subscribe':
        return this.#subscribe(message)
      case 'unsubscribe':
        return this.#unsubscribe(message.symbols, message.types, message.id)
      case 'resume':
        return this.#resume(message.from, message.id)
      case 'list':
        this.#at.replies.ok('list', 'list Successfully', this.subscriptions.list(), message.id)
    }
  }

  /** Sockets with the same rights share the admission of a list. */
  async #admit(symbols: readonly string[]): Promise<Admitted> {
    const { host, class: pathClass, protocol } = this.#at
    const { kind, plan, scope } = this.key
    const terms = { kind, plan, scope, pathClass, protocol: protocol.name, names: host.access.namesVersion() }
    const known = host.lists.of(symbols, terms)
    if (known) return known
    const admitted = await this.#lookUp(symbols)
    if (!this.#left) host.lists.keep(symbols, terms, admitted)
    return admitted
  }

  async #lookUp(symbols: readonly string[]): Promise<Admitted> {
    const { host, class: pathClass, protocol } = this.#at
    const wanted: Wanted[] = []
    const rejected: Rejected[] = []
    for (const [index, symbol] of symbols.entries()) {
      if (this.#left) break
      if (index % lookUpsAtOnce === 0) {
        if (index > 0) await setImmediate()
        const names = symbols.slice(index, index + lookUpsAtOnce).flatMap((one) => protocol.namesOf(one))
        await host.access.prepare(names, pathClass)
      }
      const answer = this.#admission(symbol)
      const admission = answer instanceof Promise ? await answer : answer
      if (admission.kind === 'refused') {
        rejected.push({ s: symbol, reason: admission.reason })
        continue
      }
      const { id, delayMs } = admission
      const view = delayMs === 0 ? host.live : await host.view(delayMs)
      wanted.push({ symbol: host.symbols.of(symbol, id, protocol), view })
    }
    return { wanted, rejected, keys: keysOf(wanted) }
  }

  /** The key's access to the first known name of a client's symbol. */
  #admission(symbol: string): Admission | Promise<Admission> {
    const { host, class: pathClass, protocol } = this.#at
    const admit = (name: string) => host.access.admit(this.key, name, pathClass)
    const [first = '', ...others] = protocol.namesOf(symbol)
    let admission = admit(first)
    for (const name of others)
      admission = whenKnown(admission, (found) =>
        found.kind === 'refused' && found.reason === 'unknown_symbol' ? admit(name) : found,
      )
    return admission
  }

  /** Whether a message subscribes to all instruments of the vendor's market. */
  #meansAll([symbol, ...others]: readonly string[]): boolean {
    return this.#at.protocol.all !== null && symbol === allSymbols && others.length === 0
  }

  /** The instruments that the key may read, up to one more than its plan allows. */
  async #admitAll(): Promise<Admitted> {
    const { host, protocol } = this.#at
    const max = this.key.limits.subscriptions ?? Number.POSITIVE_INFINITY
    const wanted: Wanted[] = []
    let reason: RejectReason = 'unknown_symbol'
    for await (const page of host.access.listed(protocol.all ?? [])) {
      await host.access.prepare(page.map(instrumentKey), null)
      for (const id of page) {
        if (this.#left || wanted.length > max) return { wanted, rejected: [], keys: keysOf(wanted) }
        const admission = await host.access.admit(this.key, instrumentKey(id), null)
        if (admission.kind === 'refused') {
          reason = admission.reason
          continue
        }
        const view = admission.delayMs === 0 ? host.live : await host.view(admission.delayMs)
        wanted.push({ symbol: host.symbols.of(protocol.symbolOf(id), id, protocol), view })
      }
    }
    return { wanted, rejected: wanted.length > 0 ? [] : [{ s: allSymbols, reason }], keys: keysOf(wanted) }
  }

  /** Refuses a whole message with more symbols than the plan allows, before any look-up. */
  async #namesTooMany(resAc: string, count: number, id: ReplyId): Promise<boolean> {
    const limit = this.key.limits.subscriptions
    if (limit === null || count <= limit) return false
    this.#overLimit(resAc, { rejected: [], limit, held: await this.#at.quota.count() }, id)
    return true
  }

  #overLimit(resAc: string, at: { rejected: Rejected[]; limit: number | null; held: number }, id: ReplyId): void {
    this.#at.report('too_many_subscriptions', {}, resAc)
    const outcome = { accepted: [], rejected: at.rejected, limit: at.limit, subscribed: at.held }
    this.#at.replies.overLimit(resAc, outcome, id)
  }

  /** Runs `work` with the instruments reserved, or answers that the plan's limit is reached. */
  async #within(resAc: string, { rejected, keys }: Admitted, id: ReplyId, work: () => Promise<void>): Promise<void> {
    const { quota } = this.#at
    const limit = this.key.limits.subscriptions
    const { acquired, held } = await quota.reserve(keys, limit)
    if (!acquired) {
      this.#overLimit(resAc, { rejected, limit, held }, id)
      return
    }
    try {
      if (!this.#left) await work()
    } finally {
      quota.releaseAll(keys)
    }
  }

  async #subscribe({ symbols, types, since, id }: Extract<ClientMessage, { ac: 'subscribe' }>): Promise<void> {
    const meansAll = this.#meansAll(symbols)
    if (!meansAll && (await this.#namesTooMany('subscribe', symbols.length, id))) return
    const admitted = meansAll ? await this.#admitAll() : await this.#admit(symbols)
    await this.#within('subscribe', admitted, id, async () => {
      const { wanted } = admitted
      const { host, replies, report, outbox, protocol } = this.#at
      const { lanes, rejected } = await readStarts(host.lastTimes, admitted, since, types)
      const outcome = { accepted: meansAll ? [allSymbols] : wanted.map(({ symbol }) => symbol.text), rejected }
      const first = admitted.rejected[0]
      const detail = { param: first?.s.slice(0, 40) ?? '' }
      if (first) report(first.reason, detail, `subscribe ${first.s}`)
      if (wanted.length === 0 && first) {
        replies.fail('subscribe', { error: first.reason, detail, outcome, id })
        return
      }
      replies.done('subscribe', outcome, id)
      const shared = lanes.size === 0 && !outbox.isLoaded ? host.lists.shared(admitted, types, outbox.batched) : null
      if (shared && this.subscriptions.join(shared, protocol.sendsState)) return
      for (const one of wanted) {
        const resumed = lanes.size === 0 ? [] : types.flatMap((type) => lanes.get(one.symbol.of(type).lane) ?? [])
        const fresh = resumed.length === 0 ? types : types.filter((type) => !resumed.some((lane) => lane.type === type))
        if (!this.#left) this.subscriptions.add(one, fresh, protocol.sendsState)
        for (const start of resumed) {
          lanes.delete(one.symbol.of(start.type).lane)
          await this.#resumeLane(start)
        }
        if (outbox.isLoaded) await outbox.drained()
      }
    })
  }

  /** Returns the number of replayed events. */
  async #resumeLane(start: LaneStart): Promise<number> {
    const { outbox, replies } = this.#at
    if (outbox.isLoaded) await outbox.drained()
    return this.#left ? 0 : this.subscriptions.resume(start, (gap) => replies.say(gap))
  }

  async #unsubscribe(symbols: readonly string[], types: readonly LaneType[] | null, id: ReplyId): Promise<void> {
    if (this.#meansAll(symbols)) {
      for (const key of this.subscriptions.keys) this.subscriptions.remove(key, types)
      await this.#at.quota.released()
      this.#at.replies.done('unsubscribe', { accepted: [allSymbols], rejected: [] }, id)
      return
    }
    const { wanted, rejected } = await this.#known(symbols)
    const removed = wanted.filter(({ symbol }) => this.subscriptions.remove(symbol.key, types))
    await this.#at.quota.released()
    this.#at.replies.done('unsubscribe', { accepted: removed.map(({ symbol }) => symbol.text), rejected }, id)
  }

  async #known(symbols: readonly string[]): Promise<Admitted> {
    return this.subscriptions.size === 0 ? { wanted: [], rejected: [], keys: [] } : this.#admit(symbols)
  }

  /** Replays lanes (keys `SYMBOL:type`) and subscribes, so that no event is lost between replay and live. */
  async #resume(from: Record<string, number>, id: ReplyId): Promise<void> {
    const symbols = [...new Set(Object.keys(from).map((name) => name.slice(0, name.lastIndexOf(':'))))]
    if (await this.#namesTooMany('resume', symbols.length, id)) return
    const admitted = await this.#admit(symbols)
    await this.#within('resume', admitted, id, async () => {
      const { replies } = this.#at
      const { lanes, repeated, ahead, rejected } = await readStarts(this.#at.host.lastTimes, admitted, from, null)
      const replayed: Record<string, number> = {}
      for (const start of lanes.values()) replayed[start.name] = await this.#resumeLane(start)
      for (const name of repeated) replayed[name] = 0
      if (!this.#left) for (const { one, type } of ahead) this.subscriptions.add(one, [type], false)
      const data = { replayed, rejected }
      if (Object.keys(replayed).length > 0 || rejected.length === 0) {
        replies.ok('resume', 'resume Successfully', data, id)
      } else replies.fail('resume', { error: 'resume_invalid', data, id })
    })
  }

  /**
   * Applies a change of the plan: removes and reports lost instruments, and moves the others to their live or delayed
   * view.
   */
  async reconsider(key: StreamKey): Promise<void> {
    this.key = key
    const { host, replies, protocol } = this.#at
    const lost: Rejected[] = []
    for (const instrument of this.subscriptions.keys) {
      const subscription = this.subscriptions.get(instrument)
      if (!subscription) continue
      const admission = await host.access.admit(key, instrument, null)
      if (this.#left) return
      if (admission.kind === 'ok')
        this.subscriptions.move(instrument, await host.view(admission.delayMs), protocol.sendsState)
      else if (this.subscriptions.remove(instrument, null))
        lost.push({ s: subscription.text, reason: admission.reason })
    }
    if (lost.length > 0)
      replies.fail('subscribe', { error: lost[0]?.reason ?? 'not_in_plan', outcome: { accepted: [], rejected: lost } })
    if (key.limits.subscriptions !== null) await this.#trim(key.limits.subscriptions)
  }

  /** Applies the subscription limit after a change of the plan: the earliest subscriptions stay. */
  async #trim(limit: number): Promise<void> {
    const { quota, replies } = this.#at
    let held = await quota.count()
    if (held <= limit) return
    const rejected: Rejected[] = []
    for (const instrument of this.subscriptions.keys.reverse()) {
      if (held <= limit) break
      const symbol = this.subscriptions.get(instrument)
      if (symbol) rejected.push({ s: symbol.text, reason: 'too_many_subscriptions' })
      this.subscriptions.remove(instrument, null)
      held = await quota.count()
    }
    replies.overLimit('subscribe', { accepted: [], rejected, limit, subscribed: held }, undefined)
  }

  gapFrame(name: string, dropped: Gap): GapFrame {
    const at = dropped.lane.lastIndexOf(':')
    const type = toSubscriptionType(dropped.lane.slice(at + 1))
    const id = this.subscriptions.get(dropped.lane.slice(0, at))?.id
    return id && type ? gapFrame(name, id, type, dropped) : gapWithoutPath(name, dropped)
  }
}

function keysOf(wanted: readonly Wanted[]): string[] {
  return [...new Set(wanted.map(({ symbol }) => symbol.key))]
}
