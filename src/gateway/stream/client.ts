import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type AssetClass, instrumentKey } from '#src/contract/market.ts'
import type { RejectReason } from '#src/contract/stream.ts'
import {
  type CloseCode,
  closeCodes,
  type SubscriptionType,
  streamLimits,
  toSubscriptionType,
} from '#src/contract/stream-names.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { LiveSocket } from '#src/usage/sockets.ts'
import type { StreamKey } from './deps.ts'
import { asciiJson, frameText } from './frame.ts'
import type { Holder } from './holder.ts'
import type { StreamHub } from './hub.ts'
import { type ClientMessage, readMessage } from './message.ts'
import { Outbox } from './outbox.ts'
import { gapFrame, Subscriptions, type Wanted } from './subscriptions.ts'

export type Handshake = {
  /** The class of the path; null on `/stream`. */
  class: AssetClass | null
  path: string
  batch: boolean
  events: boolean
  locale: Locale
  /** Canonical client address; the public key's limits count by it. */
  address: string
  userAgent: string
  secret: string | null
}

/** So many symbols of a socket are shown to its owner. */
const symbolsShownMax = 100

type Failure = { error: ErrorName; detail?: RefusalDetail; data?: unknown; id?: string | number | undefined }

/** One socket: who it is, what it may ask, what it gets. Messages are handled one after another, in order. */
export class StreamClient {
  readonly id: string
  readonly handshake: Handshake
  readonly outbox: Outbox
  readonly connectedAt: number
  readonly #hub: StreamHub
  readonly #ws: WebSocket
  #key: StreamKey | null = null
  #secret = ''
  #holder: Holder | null = null
  #subscriptions: Subscriptions | null = null
  #work: Promise<void> = Promise.resolve()
  #closed = false
  #allowance: number = streamLimits.messagesBurst
  #allowanceAt: number
  #pingsUnanswered = 0

  constructor(hub: StreamHub, ws: WebSocket, socket: Duplex, handshake: Handshake) {
    this.#hub = hub
    this.id = hub.newId()
    this.#ws = ws
    this.handshake = handshake
    this.connectedAt = hub.now()
    this.#allowanceAt = this.connectedAt
    this.outbox = new Outbox({
      socket,
      queue: hub.flush,
      batched: handshake.batch,
      tells: handshake.events,
      budget: hub.budget,
      now: hub.now,
      gapText: (name, dropped) => this.#gapText(name, dropped),
      onOverflow: () => this.end(closeCodes.slowConsumer, 'slow_consumer'),
    })
    ws.on('message', (data, isBinary) => this.#onMessage(String(data), isBinary))
    ws.on('ping', (data) => {
      if (!this.#closed && this.#spend()) ws.pong(data)
    })
    ws.on('pong', () => {
      this.#pingsUnanswered = 0
    })
    ws.on('error', () => undefined)
    ws.on('close', () => this.#onClose())
  }

  get key(): StreamKey | null {
    return this.#key
  }

  /** What the owner of the key sees of this socket; null while nobody owns it. */
  get owned(): LiveSocket | null {
    const key = this.#key
    const subscriptions = this.#subscriptions
    if (this.#closed || !key || key.accountId === null || !subscriptions) return null
    return {
      id: this.id,
      version: subscriptions.version,
      keyId: key.keyId,
      accountId: key.accountId,
      facts: () => ({
        browser: key.kind === 'search',
        path: this.handshake.path,
        address: this.handshake.address,
        userAgent: this.handshake.userAgent,
        connectedAt: this.connectedAt,
        subscriptions: subscriptions.size,
        symbols: subscriptions.list(symbolsShownMax).map(({ s }) => s),
      }),
    }
  }

  /** Greets, and settles a key that came with the handshake. */
  greet(): void {
    this.#say({ code: 1, msg: 'Connected Successfully' })
    const { secret } = this.handshake
    if (secret !== null) this.#queue(() => this.#authenticate(secret, undefined))
  }

  /** Time passes: late authentication, expired plans, readers that stopped, quiet connections. */
  tick(now: number): void {
    if (this.#closed) return
    if (!this.#key) {
      if (now - this.connectedAt > streamLimits.authWithinMs) this.end(closeCodes.auth, 'auth_timeout')
      return
    }
    if (this.#key.kind !== 'search' && this.#key.expiresAt <= now) this.end(closeCodes.planExpired, 'plan_expired')
    else if (this.outbox.isStalled) this.end(closeCodes.slowConsumer, 'slow_consumer')
    else if (
      this.handshake.events &&
      now - this.outbox.lastWriteAt >= streamLimits.heartbeatMs &&
      !this.outbox.isBehind
    ) {
      this.#say({ type: 'heartbeat', t: now, markets: this.#hub.deps.openMarkets(now) })
    }
  }

  /** Asks the other end whether it is there; whoever missed two is gone. */
  probe(): void {
    if (this.#closed) return
    if (this.#pingsUnanswered >= 2) {
      this.#ws.terminate()
      return
    }
    this.#pingsUnanswered += 1
    this.#ws.ping()
  }

  get answersPings(): boolean {
    return this.#pingsUnanswered === 0
  }

  /** Ends without a word; its places are free at once. */
  terminate(): void {
    this.#onClose()
    this.#ws.terminate()
  }

  /** Looks again at what the key may do: after news about it, and from time to time. */
  async recheck(): Promise<void> {
    // A socket outlives the token that opened it; `endTokens` ends it with its session.
    if (this.#closed || !this.#key || this.#key.kind === 'search') return
    const verdict = await this.#hub.deps.verify(this.#secret)
    if (this.#closed) return
    if (verdict.kind === 'refused') {
      const expired = verdict.error === 'plan_expired'
      this.end(expired ? closeCodes.planExpired : closeCodes.auth, verdict.error)
      return
    }
    this.#key = verdict.key
    await this.#reconsider(verdict.key)
  }

  /** Says why, then closes. What the reader did not take is dropped after two seconds. */
  end(code: CloseCode, error: ErrorName): void {
    if (this.#closed) return
    if (code !== closeCodes.restarting) this.#report(error)
    const msg = errorMessage(this.handshake.locale, error)
    const resAc = code === closeCodes.auth || code === closeCodes.planExpired ? 'auth' : 'close'
    this.#say({ code: 0, resAc, msg: code === closeCodes.auth ? 'auth failed' : msg, error })
    if (this.handshake.events) this.#say({ type: 'close', code, error, msg })
    this.#shut(code, error)
  }

  #shut(code: CloseCode, reason: string): void {
    this.outbox.close()
    this.#closed = true
    this.#forget()
    this.#ws.close(code, reason)
    this.#hub.leaveLater(() => this.#ws.terminate())
  }

  #onClose(): void {
    this.#closed = true
    this.outbox.close()
    this.#forget()
    this.#hub.left(this)
  }

  #forget(): void {
    this.#subscriptions?.clear()
    this.#holder?.clients.delete(this)
    if (this.#holder) this.#hub.releaseHolder(this.#holder)
    this.#subscriptions = null
    this.#holder = null
  }

  #onMessage(text: string, isBinary: boolean): void {
    if (this.#closed || !this.#spend()) return
    if (isBinary) {
      this.end(closeCodes.unsupported, 'binary_refused')
      return
    }
    this.#pingsUnanswered = 0
    this.#queue(() => this.#handle(readMessage(text)))
  }

  /** Control messages and pings come out of one allowance; who empties it is closed with 4029. */
  #spend(): boolean {
    const now = this.#hub.now()
    const gained = ((now - this.#allowanceAt) * streamLimits.messagesPerSecond) / 1000
    this.#allowance = Math.min(streamLimits.messagesBurst, this.#allowance + gained) - 1
    this.#allowanceAt = now
    if (this.#allowance >= 0) return true
    this.end(closeCodes.tooManyMessages, 'too_many_requests')
    return false
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (!this.#closed) await work()
    })
    this.#work = this.#work.catch((error: unknown) => {
      this.#hub.log.error('a stream message failed', { error })
      this.#fail('', { error: 'server_error' })
    })
  }

  async #handle(message: ClientMessage): Promise<void> {
    const { id } = message
    if (message.ac === 'ping') {
      this.#say({ resAc: 'pong', ...(id === undefined ? {} : { id }), data: { params: message.params } })
    } else if (message.ac === 'refused') {
      const detail = message.param === undefined ? {} : { param: message.param }
      this.#fail(message.asked, { error: message.error, detail, id })
    } else if (message.ac === 'auth') await this.#authenticate(message.secret, id)
    else if (!this.#subscriptions) this.#fail(message.ac, { error: 'key_missing', id })
    else await this.#serve(message, this.#subscriptions)
  }

  async #serve(
    message: Extract<ClientMessage, { ac: 'subscribe' | 'unsubscribe' | 'list' | 'resume' }>,
    subscriptions: Subscriptions,
  ): Promise<void> {
    switch (message.ac) {
      case 'subscribe':
        return this.#subscribe(message.symbols, message.types, message.id)
      case 'unsubscribe':
        return this.#unsubscribe(message.symbols, message.types, message.id)
      case 'resume':
        return this.#resume(message.from, message.id)
      case 'list':
        this.#ok('list', 'list Successfully', subscriptions.list(), message.id)
    }
  }

  async #authenticate(secret: string, id: Failure['id']): Promise<void> {
    const verdict = await this.#hub.deps.verify(secret)
    if (this.#closed) return
    if (verdict.kind === 'refused') {
      this.#report(verdict.error, {}, '', verdict.keyId)
      const expired = verdict.error === 'plan_expired'
      this.end(expired ? closeCodes.planExpired : closeCodes.auth, verdict.error)
      return
    }
    if (this.#key && this.#key.keyId !== verdict.key.keyId) {
      this.#fail('auth', { error: 'conflict', id })
      return
    }
    if (!this.#key) {
      const holder = await this.#hub.admitSocket(verdict.key, this.handshake.address)
      if (this.#closed) return
      if (!holder) {
        this.#report('max_connections', {}, '', verdict.key.keyId)
        this.end(closeCodes.tooManyConnections, 'max_connections')
        return
      }
      holder.clients.add(this)
      this.#holder = holder
      this.#subscriptions = new Subscriptions(this.outbox, holder, this.handshake.class === null)
    }
    this.#key = verdict.key
    this.#secret = secret
    this.#ok('auth', 'authenticated', undefined, id)
  }

  async #admit(
    symbols: readonly string[],
  ): Promise<{ wanted: Wanted[]; rejected: { s: string; reason: RejectReason }[] }> {
    const wanted: Wanted[] = []
    const rejected: { s: string; reason: RejectReason }[] = []
    const key = this.#key
    if (!key) return { wanted, rejected }
    for (const symbol of symbols) {
      const admission = await this.#hub.deps.admit(key, symbol, this.handshake.class)
      if (admission.kind === 'refused') rejected.push({ s: symbol, reason: admission.reason })
      else wanted.push({ symbol, id: admission.id, view: await this.#hub.view(admission.delayMs) })
    }
    return { wanted, rejected }
  }

  async #subscribe(symbols: readonly string[], types: readonly SubscriptionType[], id: Failure['id']): Promise<void> {
    const { wanted, rejected } = await this.#admit(symbols)
    if (!this.#subscriptions || this.#overLimit('subscribe', wanted, rejected, id)) return
    const data = { accepted: wanted.map(({ symbol }) => symbol), rejected }
    const first = rejected[0]
    if (first) this.#report(first.reason, { param: first.s.slice(0, 40) }, `subscribe ${first.s}`)
    if (wanted.length === 0 && first) {
      this.#fail('subscribe', { error: first.reason, detail: { param: first.s.slice(0, 40) }, data, id })
      return
    }
    this.#ok('subscribe', 'subscribe Successfully', data, id)
    for (const one of wanted) {
      this.#subscriptions?.add(one, types, true)
      await this.outbox.room()
    }
  }

  #overLimit(resAc: string, wanted: readonly Wanted[], rejected: unknown, id: Failure['id']): boolean {
    const limit = this.#key?.limits.subscriptions
    const holder = this.#holder
    if (limit === null || limit === undefined || !holder) return false
    const total = holder.instruments + holder.countNew(wanted.map((one) => instrumentKey(one.id)))
    if (total <= limit) return false
    const data = { accepted: [], rejected, limit, subscribed: holder.instruments }
    const msg = 'exceeding the maximum subscription limit'
    this.#report('too_many_subscriptions', {}, resAc)
    this.#say({ code: 0, resAc, msg, error: 'too_many_subscriptions', ...(id === undefined ? {} : { id }), data })
    return true
  }

  async #unsubscribe(
    symbols: readonly string[],
    types: readonly SubscriptionType[] | null,
    id: Failure['id'],
  ): Promise<void> {
    const { wanted } = await this.#admit(symbols)
    const removed = wanted.filter((one) => this.#subscriptions?.remove(instrumentKey(one.id), types))
    this.#ok('unsubscribe', 'unsubscribe Successfully', { accepted: removed.map(({ symbol }) => symbol) }, id)
  }

  /** Keys are `SYMBOL:type`. What is not subscribed yet is subscribed, so that nothing falls between replay and live. */
  async #resume(from: Record<string, number>, id: Failure['id']): Promise<void> {
    const places = Object.entries(from).map(([name, seq]) => {
      const at = name.lastIndexOf(':')
      return { name, symbol: name.slice(0, at), type: toSubscriptionType(name.slice(at + 1)), seq }
    })
    const { wanted, rejected } = await this.#admit([...new Set(places.map(({ symbol }) => symbol))])
    const subscriptions = this.#subscriptions
    if (!subscriptions || this.#overLimit('resume', wanted, rejected, id)) return
    const bySymbol = new Map(wanted.map((one) => [one.symbol, one]))
    const replayed: Record<string, number> = {}
    const refused: { s: string; reason: string }[] = rejected.map(({ s, reason }) => ({ s, reason }))
    for (const { name, symbol, type, seq } of places) {
      const one = bySymbol.get(symbol)
      if (!one && symbol !== '' && type) continue
      if (!one || !type) {
        refused.push({ s: name, reason: type ? 'invalid_symbol' : 'invalid_type' })
        continue
      }
      await this.outbox.room()
      if (this.#closed) return
      subscriptions.add(one, [type], false)
      const result = subscriptions.resume(instrumentKey(one.id), type, seq, (gap) => this.#say(gap))
      if (result.kind === 'invalid') refused.push({ s: name, reason: 'resume_invalid' })
      else replayed[name] = result.count
    }
    if (Object.keys(replayed).length > 0 || refused.length === 0) {
      this.#ok('resume', 'resume Successfully', { replayed, rejected: refused }, id)
    } else this.#fail('resume', { error: 'resume_invalid', data: { replayed, rejected: refused }, id })
  }

  /** After a plan change: what is no longer allowed ends and is told; what became live or late moves. */
  async #reconsider(key: StreamKey): Promise<void> {
    const lost: { s: string; reason: RejectReason }[] = []
    for (const instrument of this.#subscriptions?.keys ?? []) {
      const subscription = this.#subscriptions?.get(instrument)
      if (!subscription) continue
      const admission = await this.#hub.deps.admit(key, instrument, null)
      if (admission.kind === 'ok') this.#subscriptions?.move(instrument, await this.#hub.view(admission.delayMs))
      else if (this.#subscriptions?.remove(instrument, null)) {
        lost.push({ s: subscription.symbol, reason: admission.reason })
      }
    }
    if (lost.length > 0) this.#fail('subscribe', { error: 'not_in_plan', data: { accepted: [], rejected: lost } })
    this.#trim(key)
  }

  /** A smaller plan keeps the instruments subscribed first. */
  #trim(key: StreamKey): void {
    const limit = key.limits.subscriptions
    const holder = this.#holder
    if (limit === null || !holder || holder.instruments <= limit) return
    for (const instrument of (this.#subscriptions?.keys ?? []).reverse()) {
      if (holder.instruments <= limit) break
      this.#subscriptions?.remove(instrument, null)
    }
    const msg = 'exceeding the maximum subscription limit'
    this.#say({
      code: 0,
      resAc: 'subscribe',
      msg,
      error: 'too_many_subscriptions',
      data: { limit, subscribed: holder.instruments },
    })
  }

  #gapText(name: string, dropped: { from: number; to: number; since: number }): string {
    const at = name.lastIndexOf(':')
    const type = toSubscriptionType(name.slice(at + 1))
    const subscription = this.#subscriptions?.list().find(({ s }) => s === name.slice(0, at))
    const key = this.#subscriptions?.keys.find((one) => this.#subscriptions?.get(one)?.symbol === subscription?.s)
    const id = key === undefined ? undefined : this.#subscriptions?.get(key)?.id
    if (!id || !type) return JSON.stringify({ type: 'gap', s: name, from: dropped.from, to: dropped.to, rest: '' })
    return asciiJson(frameText(gapFrame(name, id, type, dropped)))
  }

  #ok(resAc: string, msg: string, data: unknown, id: Failure['id']): void {
    this.#say({ code: 1, resAc, msg, ...(id === undefined ? {} : { id }), ...(data === undefined ? {} : { data }) })
  }

  #fail(resAc: string, failure: Failure): void {
    const { error, detail, data, id } = failure
    const msg = errorMessage(this.handshake.locale, error, detail ?? {})
    this.#say({
      code: 0,
      resAc,
      msg,
      error,
      ...(id === undefined ? {} : { id }),
      ...(data === undefined ? {} : { data }),
    })
  }

  /** For the usage of the key: what was refused or ended. */
  #report(error: ErrorName, detail?: RefusalDetail, asked = '', keyId = this.#key?.keyId): void {
    if (keyId === undefined) return
    const what = `${this.handshake.path} ${asked}`.trim()
    this.#hub.deps.refused({ keyId, socketId: this.id, what, error, ...(detail ? { detail } : {}) })
  }

  #say(frame: Parameters<typeof frameText>[0]): void {
    if (!this.#closed) this.outbox.say(asciiJson(frameText(frame)))
  }
}
