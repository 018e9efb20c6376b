import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { HeartbeatFrame } from '#src/contract/stream.ts'
import { type CloseCode, closeCodes, streamLimits } from '#src/contract/stream-names.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { LiveSocket } from '#src/usage/sockets.ts'
import { agesOf } from '../../staleness.ts'
import type { Handshake, StreamKey } from '../access/access.ts'
import type { KeyQuota, Probeable } from '../access/key-quota.ts'
import { MessageBucket } from '../access/message-bucket.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { ClientMessage } from '../protocol/message.ts'
import type { Codec } from '../protocol/protocol.ts'
import type { StreamHost } from './host.ts'
import { Pulse } from './pulse.ts'
import { Replies, type ReplyId } from './replies.ts'
import { Subscriber } from './subscriber.ts'
import { gapWithoutPath } from './subscriptions.ts'

const floodLingerMs = 500
/** The maximum number of symbols of one socket that the key owner's page lists. */
const symbolsShownMax = 100

/** One socket from handshake to close. The client handles one message at a time, in order. */
export class StreamClient implements Probeable {
  readonly id: string
  readonly handshake: Handshake
  readonly outbox: Outbox
  readonly connectedAt: number
  /** The time of the handshake, in elapsed ms. */
  readonly #opened: number
  readonly #host: StreamHost
  readonly #ws: WebSocket
  readonly #codec: Codec
  readonly #replies: Replies
  readonly #messages: MessageBucket
  #secret = ''
  #quota: KeyQuota | null = null
  #subscriber: Subscriber | null = null
  #work: Promise<void> = Promise.resolve()
  #closed = false
  readonly #pulse = new Pulse()

  constructor(host: StreamHost, ws: WebSocket, socket: Duplex, handshake: Handshake) {
    this.#host = host
    this.id = host.newId()
    this.#ws = ws
    this.handshake = handshake
    this.connectedAt = host.now()
    this.#opened = host.elapsed()
    this.#messages = new MessageBucket(this.#opened)
    this.#codec = handshake.protocol.open()
    this.outbox = host.openOutbox({
      socket,
      packing: handshake.protocol.packing,
      write: (frame) => this.#codec.write(frame),
      announcesGaps: handshake.events,
      gapFrame: (name, dropped) => this.#subscriber?.gapFrame(name, dropped) ?? gapWithoutPath(name, dropped),
      onOverflow: () => this.end(closeCodes.slowConsumer, 'slow_consumer'),
    })
    this.#replies = new Replies(this.outbox, handshake.locale)
    ws.on('message', (data: Buffer, isBinary) => this.#onMessage(data, isBinary))
    ws.on('ping', (data) => {
      this.#pulse.beat()
      if (!this.#closed && this.#spend()) ws.pong(data)
    })
    ws.on('pong', () => {
      if (!this.#pulse.beat() && !this.#closed) this.#spend()
    })
    ws.on('error', () => undefined)
    ws.on('close', () => this.#onClose())
  }

  get key(): StreamKey | null {
    return this.#subscriber?.key ?? null
  }

  get isBehind(): boolean {
    return this.outbox.isBehind
  }

  get isEnding(): boolean {
    return this.#closed
  }

  /** The socket as the key's owner sees it; null for a key without an owner. */
  get owned(): LiveSocket | null {
    const subscriber = this.#subscriber
    if (this.#closed || !subscriber || subscriber.key.accountId === null) return null
    const { key, subscriptions } = subscriber
    const { path, address, userAgent } = this.handshake
    return {
      ...{ id: this.id, version: subscriptions.version, keyId: key.keyId },
      accountId: subscriber.key.accountId,
      facts: () => ({
        ...{ browser: key.kind === 'search', path, address, userAgent, connectedAt: this.connectedAt },
        subscriptions: subscriptions.size,
        symbols: subscriptions.list(symbolsShownMax).map(({ s }) => s),
      }),
    }
  }

  greet(): void {
    this.#replies.say({ code: 1, msg: 'Connected Successfully' })
    const { secret } = this.handshake
    if (secret !== null) this.#queue(() => this.#authenticate(secret, undefined))
  }

  /** Closes the socket after a late authentication, an expired plan or a stalled reader. Sends heartbeats. */
  sweep(now: number): void {
    if (this.#closed) return
    const { key } = this
    if (!key) {
      if (this.#host.elapsed() - this.#opened > streamLimits.authWithinMs) this.end(closeCodes.auth, 'auth_timeout')
    } else if (key.expiresAt <= now) this.end(closeCodes.planExpired, 'plan_expired')
    else if (this.outbox.isStalled) this.end(closeCodes.slowConsumer, 'slow_consumer')
    else if (this.handshake.events && this.outbox.isQuiet(streamLimits.heartbeatMs)) this.#sayHeartbeat(now)
  }

  /** Reports replaced history for the instruments to which this client subscribes. */
  reportReplaced(keys: ReadonlySet<string>): void {
    if (this.#closed || !this.handshake.events) return
    const replaced = [...keys].flatMap((key) => this.#subscriber?.subscriptions.get(key)?.text ?? [])
    if (replaced.length > 0) this.#sayHeartbeat(this.#host.now(), { replaced })
  }

  #sayHeartbeat(now: number, more: Pick<HeartbeatFrame, 'replaced'> = {}): void {
    const { access, live } = this.#host
    const source = this.#subscriber?.subscriptions.sources((instrument) => live.usedSource(instrument))
    this.#replies.say({
      type: 'heartbeat',
      t: now,
      markets: access.openMarkets(now, this.#subscriber?.subscriptions.keys ?? [], live.newest.keys()),
      ages: agesOf(live.newest, now),
      ...(source && { source }),
      ...more,
    })
  }

  probe(): void {
    if (this.#closed) return
    if (this.#pulse.nextRegularPing()) this.#ws.ping()
    else this.#ws.terminate()
  }

  sendPing(): () => boolean {
    const ping = this.#pulse.nextPing()
    this.#ws.ping()
    return () => this.#pulse.answered(ping)
  }

  terminate(): void {
    this.#onClose()
    this.#ws.terminate()
  }

  /** Verifies the key again, after a change and periodically. */
  async recheck(): Promise<void> {
    const { key } = this
    if (this.#closed || !key) return
    const { access } = this.#host
    // A socket outlives its search token, but neither the session nor the plan.
    const verdict =
      key.kind === 'search'
        ? await access.verifySearch(key, this.handshake)
        : await access.verify(this.#secret, { ...this.handshake, address: null })
    if (this.#closed) return
    if (verdict.kind === 'refused') this.#refuse(verdict.error)
    else await this.#subscriber?.reconsider(verdict.key)
  }

  /** Sends the reason, then closes. Unsent data is dropped after two seconds. */
  end(code: CloseCode, error: ErrorName): void {
    if (this.#closed) return
    if (code !== closeCodes.restarting) this.#report(error)
    const msg = errorMessage(this.handshake.locale, error)
    const resAc = code === closeCodes.auth || code === closeCodes.planExpired ? 'auth' : 'close'
    this.#replies.say({ code: 0, resAc, msg: code === closeCodes.auth ? 'auth failed' : msg, error })
    if (this.handshake.events) this.#replies.say({ type: 'close', code, error, msg })
    this.outbox.close()
    this.#closed = true
    this.#forget()
    this.#ws.close(code, error)
    this.#host.leaveLater(() => this.#ws.terminate())
  }

  #onClose(): void {
    this.#closed = true
    this.outbox.close()
    this.#forget()
    this.#host.left(this)
  }

  #forget(): void {
    this.#subscriber?.leave()
    this.#subscriber = null
    if (this.#quota) this.#host.leave(this.#quota, this)
    this.#quota = null
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#closed || !this.#spend()) return
    this.#pulse.beat()
    this.#queue(() => this.#host.loop.run('stream message', () => this.#receive(data, isBinary)))
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const messages = this.#codec.read(data, isBinary)
    if (messages === null) this.end(closeCodes.unsupported, 'binary_refused')
    for (const message of messages ?? []) if (!this.#closed) await this.#handle(message)
  }

  #spend(): boolean {
    if (this.#messages.spend(this.#host.elapsed())) return true
    this.end(closeCodes.tooManyMessages, 'too_many_requests')
    // Stops reading and leaves the flood of messages in the kernel, because reading them would delay the other sockets.
    this.#ws.pause()
    this.#host.leaveLater(() => this.#ws.terminate(), floodLingerMs)
    return false
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (!this.#closed) await work()
    })
    this.#work = this.#work.catch((error: unknown) => {
      this.#host.log.error('a stream message failed', { error })
      this.#replies.fail('', { error: 'server_error' })
    })
  }

  async #handle(message: ClientMessage): Promise<void> {
    const { id } = message
    if (message.ac === 'ping') {
      this.#replies.say({ resAc: 'pong', ...(id === undefined ? {} : { id }), data: { params: message.params } })
    } else if (message.ac === 'refused') {
      const detail = message.param === undefined ? {} : { param: message.param }
      this.#replies.fail(message.request, { error: message.error, detail, id })
    } else if (message.ac === 'auth') await this.#authenticate(message.secret, id)
    else if (!this.#subscriber) this.#replies.fail(message.ac, { error: 'key_missing', id })
    else await this.#subscriber.serve(message)
  }

  async #authenticate(secret: string, id: ReplyId): Promise<void> {
    this.#host.spoke(this)
    const verdict = await this.#host.access.verify(secret, this.handshake)
    if (this.#closed) return
    if (verdict.kind === 'refused') {
      this.#report(verdict.error, {}, '', verdict.keyId)
      this.#refuse(verdict.error)
      return
    }
    const { key } = verdict
    if (this.#subscriber && this.#subscriber.key.keyId !== key.keyId) {
      this.#replies.fail('auth', { error: 'conflict', id })
      return
    }
    if (this.#subscriber) this.#subscriber.key = key
    else if (!(await this.#enter(key))) return
    this.#secret = secret
    this.#replies.ok('auth', 'authenticated', undefined, id)
  }

  async #enter(key: StreamKey): Promise<boolean> {
    if (this.#host.isFullFor(key)) {
      this.end(closeCodes.tooManyConnections, 'server_busy')
      return false
    }
    const { address, class: assetClass, protocol } = this.handshake
    const quota = await this.#host.admitSocket(key, address, this.id)
    if (!quota) {
      if (key.kind !== 'search') this.#report('max_connections', {}, '', key.keyId)
      this.end(closeCodes.tooManyConnections, 'max_connections')
      return false
    }
    if (this.#closed) {
      this.#host.leave(quota, this)
      return false
    }
    quota.clients.add(this)
    this.#quota = quota
    this.#subscriber = new Subscriber({
      ...{ host: this.#host, key, quota, outbox: this.outbox, replies: this.#replies, class: assetClass, protocol },
      report: (...what) => this.#report(...what),
    })
    return true
  }

  #refuse(error: ErrorName): void {
    this.end(error === 'plan_expired' ? closeCodes.planExpired : closeCodes.auth, error)
  }

  /** Records a refusal for the key's owner, except refusals of the site's own pages. */
  #report(error: ErrorName, detail?: RefusalDetail, request = '', keyId = this.key?.keyId): void {
    if (keyId === undefined || this.key?.kind === 'search') return
    const what = `${this.handshake.path} ${request}`.trim()
    this.#host.access.refused({ keyId, socketId: this.id, what, error, ...(detail ? { detail } : {}) })
  }
}
