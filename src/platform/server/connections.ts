import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { minuteMs } from '#src/contract/time.ts'
import { clientAddress, isLoopback, isTrusted, peerAddress } from '../http/client-address.ts'
import type { Settings } from '../settings.ts'

export type ConnectionLimits = {
  max: number
  /** The maximum number of open connections per client address; `Infinity`: no limit. */
  ofAddress: (address: string) => number
  /** Proxies whose connections carry many clients. The limits of these clients count by the forwarded address. */
  trustedProxies: readonly string[]
}

const addressMax = 256

export function connectionLimits(settings: Settings, max: number): ConnectionLimits {
  const { trustedProxies } = settings
  return { max, trustedProxies, ofAddress: (address) => connectionsOf(settings, address) }
}

/**
 * The maximum number of connections of an address. In the sandbox, loopback has no limit unless the operator set a
 * number.
 */
export function connectionsOf(
  { mode, connectionsPerAddress }: Pick<Settings, 'mode' | 'connectionsPerAddress'>,
  address: string,
): number {
  if (connectionsPerAddress !== null) return connectionsPerAddress
  return mode === 'sandbox' && isLoopback(address) ? Number.POSITIVE_INFINITY : addressMax
}

/**
 * `received`, `receivedAt`: the last checkpoint, moved whenever the client has received `receivedBytesMin` more bytes
 * or nothing is unsent.
 */
type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  since: number
  received: number
  receivedAt: number
}

/** Connections over their address's limit wait this long for a request, so that the refusal can state the reason. */
const refusedMs = 2_000
const refusedMax = 64
/** When connections run short, a request or response that the client has delayed for this time may be dropped. */
const slowMs = 500
/** A finished response that the client does not read is dropped after this time. */
const receiveMs = minuteMs
/**
 * The minimum number of bytes that a client must read in each `receiveMs` while a response, such as a file, is being
 * sent.
 */
const receivedBytesMin = 32 * 1024
const sweepMs = 5_000
const searchMs = 100

/**
 * The connections of one server, limited per client address. When nine in ten are open, some are closed in this
 * order: idle after a request, without a request yet, slow to send or receive. Connections at work stay.
 */
export class Connections implements Disposable {
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #ofAddress = new Map<string, number>()
  /** Connections without a request yet, oldest first. */
  readonly #silent = new Set<Socket>()
  readonly #idle = new Set<Socket>()
  readonly #busy = new Map<Socket, Exchange>()
  readonly #refused = new Set<Socket>()
  readonly #sweeper: NodeJS.Timeout
  /** Sockets of streams. A stream closes its sockets itself. */
  readonly #upgraded = new Set<Socket>()
  #open = 0
  #searchedAt = Number.NEGATIVE_INFINITY
  #isDraining = false

  constructor(limits: ConnectionLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
    this.#sweeper = setInterval(() => this.sweep(), sweepMs)
    this.#sweeper.unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweeper)
  }

  enter(socket: Socket): void {
    this.#open += 1
    this.#silent.add(socket)
    const address = peerAddress(socket.remoteAddress)
    const isCounted = !isTrusted(this.#limits.trustedProxies, socket.remoteAddress)
    const isHeld = isCounted && this.#hold(address)
    socket.once('close', () => {
      this.#open -= 1
      for (const sockets of [this.#silent, this.#idle, this.#busy, this.#refused, this.#upgraded])
        sockets.delete(socket)
      if (isHeld) this.#release(address)
    })
    if (isCounted && !isHeld) this.#refuseSoon(socket)
    if (this.#open > this.#limits.max - Math.floor(this.#limits.max / 10)) this.#freeCapacity()
  }

  /** Registers a request. Returns false if the client holds too many connections. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { socket } = incoming
    if (!this.#admit(incoming, outgoing)) return false
    if (!this.#silent.delete(socket)) this.#idle.delete(socket)
    if (this.#isDraining) outgoing.shouldKeepAlive = false
    const since = this.#now()
    this.#busy.set(socket, { incoming, outgoing, since, received: receivedBytes(socket), receivedAt: since })
    outgoing.once('close', () => {
      if (this.#busy.get(socket)?.outgoing !== outgoing) return
      this.#busy.delete(socket)
      if (this.#isDraining) socket.destroySoon()
      else if (!socket.destroyed) this.#idle.add(socket)
    })
    return true
  }

  /** Hands a connection over to the stream, which then manages it. False if the client has too many connections. */
  upgrade(incoming: IncomingMessage, socket: Duplex): boolean {
    if (!this.#admit(incoming, socket)) return false
    this.#silent.delete(incoming.socket)
    this.#idle.delete(incoming.socket)
    this.#upgraded.add(incoming.socket)
    return true
  }

  /** Closes idle connections at once, and busy connections after their responses. */
  drain(): void {
    this.#isDraining = true
    close(this.#idle, this.#idle.size)
    for (const { outgoing } of this.#busy.values()) outgoing.shouldKeepAlive = false
  }

  closeSilent(): void {
    close(this.#silent, this.#silent.size)
  }

  closeAll(): void {
    for (const sockets of [this.#silent, this.#idle, this.#busy.keys(), this.#refused, this.#upgraded])
      close(sockets, Number.POSITIVE_INFINITY)
  }

  /** Drops finished responses that the client does not read, and unfinished responses that it reads too slowly. */
  sweep(): void {
    const now = this.#now()
    for (const [socket, exchange] of this.#busy) {
      const began = exchange.outgoing.writableEnded ? exchange.since : this.#slowSince(socket, exchange)
      if (began < now - receiveMs) socket.destroy()
    }
  }

  /** The time since which the client has received less than the minimum. Time without unsent bytes does not count. */
  #slowSince(socket: Socket, exchange: Exchange): number {
    const received = receivedBytes(socket)
    if (socket.writableLength === 0 || received - exchange.received >= receivedBytesMin) {
      exchange.received = received
      exchange.receivedAt = this.#now()
    }
    return exchange.receivedAt
  }

  #admit(incoming: IncomingMessage, held: ServerResponse | Duplex): boolean {
    const { trustedProxies } = this.#limits
    const { remoteAddress } = incoming.socket
    if (!isTrusted(trustedProxies, remoteAddress)) return !this.#refused.has(incoming.socket)
    const address = clientAddress(incoming, trustedProxies)
    if (address === peerAddress(remoteAddress)) return true
    if (!this.#hold(address)) return false
    held.once('close', () => this.#release(address))
    return true
  }

  #hold(address: string): boolean {
    const held = this.#ofAddress.get(address) ?? 0
    if (held >= this.#limits.ofAddress(address)) return false
    this.#ofAddress.set(address, held + 1)
    return true
  }

  #release(address: string): void {
    const held = this.#ofAddress.get(address) ?? 0
    if (held > 1) this.#ofAddress.set(address, held - 1)
    else this.#ofAddress.delete(address)
  }

  #refuseSoon(socket: Socket): void {
    if (this.#refused.size >= refusedMax) {
      socket.destroy()
      return
    }
    this.#refused.add(socket)
    const timer = setTimeout(() => socket.destroy(), refusedMs)
    socket.once('close', () => clearTimeout(timer))
  }

  /**
   * Closes up to a twentieth of the connections. Of the connections without a request, the newest stay open, up to a
   * twentieth of all connections, because they are about to send a request.
   */
  #freeCapacity(): void {
    const share = Math.max(1, Math.floor(this.#limits.max / 20))
    let wanted = share
    wanted -= close(this.#idle, wanted)
    wanted -= close(this.#silent, Math.min(wanted, this.#silent.size - share))
    if (wanted > 0) this.#closeSlow(wanted)
  }

  #closeSlow(wanted: number): void {
    const now = this.#now()
    if (now - this.#searchedAt < searchMs) return
    this.#searchedAt = now
    const slow: Socket[] = []
    for (const [socket, { incoming, outgoing, since }] of this.#busy) {
      if (slow.length >= wanted || now - since < slowMs) break
      if (!incoming.complete || outgoing.writableEnded) slow.push(socket)
    }
    close(slow, wanted)
  }
}

function receivedBytes(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}

function close(sockets: Iterable<Socket>, wanted: number): number {
  let closed = 0
  for (const socket of sockets) {
    if (closed >= wanted) break
    socket.destroy()
    closed += 1
  }
  return closed
}
