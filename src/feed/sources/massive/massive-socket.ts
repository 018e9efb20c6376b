import type { IWebsocketClient } from '@massive.com/client-js'
import { isRecord } from '#src/contract/record.ts'
import { SourceRefused } from '../source.ts'
import type { Connection, Hearer, VendorSymbol } from '../vendor/vendor.ts'
import { type Cluster, channelsOf, type Frame, readFrame } from './frames.ts'

/** The return value of the vendor's client: a browser-like socket on a connection that can ping. */
type Socket = {
  onmessage: ((message: { data: unknown }) => void) | null
  onclose: ((end: { code: number; reason: string }) => void) | null
  onerror: ((cause: Error) => void) | null
  readonly readyState: number
  send(text: string): void
  close(): void
  _connection?: { ping(data: string): void; on(event: 'pong', heard: () => void): void; drop(): void }
}

const open = 1
const channelsAtOnce = 200
const subscribedTo = 'subscribed to: '
/** Longest wait for the close, ms, because a dead peer never confirms it. */
const closingMs = 1_000

export function openCluster(
  sockets: IWebsocketClient,
  cluster: Cluster,
  symbols: readonly VendorSymbol[],
  hearer: Hearer,
): Connection {
  const heard = hearer.opened(symbols)
  const socket = sockets[cluster]() as Socket
  const byChannel = new Map(symbols.map((symbol) => [channelsOf(symbol)[0] ?? '', symbol]))
  let hears = false

  function subscribe(): void {
    const channels = symbols.flatMap(channelsOf)
    for (let at = 0; at < channels.length; at += channelsAtOnce)
      socket.send(JSON.stringify({ action: 'subscribe', params: channels.slice(at, at + channelsAtOnce).join(',') }))
  }

  function handleStatus({ status, message }: Extract<Frame, { kind: 'status' }>): void {
    if (status === 'auth_success') subscribe()
    else if (status === 'auth_failed' || status === 'auth_timeout') hearer.ended(new SourceRefused(message))
    else if (status === 'success' && message.startsWith(subscribedTo)) {
      const symbol = byChannel.get(message.slice(subscribedTo.length))
      if (symbol) void hearer.subscribed(symbol)
    } else if (status === 'error') hearer.rejected(message)
    else if (status === 'max_connections' || status === 'force_disconnect') hearer.ended(new Error(message))
  }

  function handle(text: unknown): void {
    const frames: unknown = JSON.parse(String(text))
    for (const raw of Array.isArray(frames) ? frames : [frames]) {
      const frame = isRecord(raw) ? readFrame(raw) : null
      if (!frame) continue
      if (frame.kind === 'status') handleStatus(frame)
      else {
        const symbol = byChannel.get(frame.channel)
        if (symbol && frame.kind === 'trade') hearer.trade(symbol, frame.trade)
        else if (symbol && frame.kind === 'quote') hearer.quote(symbol, frame.quote)
      }
    }
  }

  socket.onmessage = ({ data }) => {
    heard()
    try {
      handle(data)
    } catch (cause) {
      hearer.ended(cause)
    }
  }
  socket.onclose = ({ code, reason }) => hearer.ended(new Error(`closed with ${code} ${reason}`.trim()))
  socket.onerror = () => undefined
  return {
    ping() {
      const connection = socket._connection
      if (socket.readyState !== open || !connection) return
      if (!hears) connection.on('pong', heard)
      hears = true
      connection.ping('')
    },
    [Symbol.dispose]() {
      socket.onmessage = null
      socket.onclose = null
      const connection = socket._connection
      socket.close()
      if (connection) setTimeout(() => connection.drop(), closingMs).unref()
    },
  }
}
