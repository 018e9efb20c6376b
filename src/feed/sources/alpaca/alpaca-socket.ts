import type { streaming } from '@alpacahq/alpaca-trade-api'
import { WebSocket } from 'ws'
import { SourceRefused } from '../source.ts'
import type { Connection, Hearer, VendorSymbol } from '../vendor/vendor.ts'
import { isOfItsTime, tradeOf } from './rows.ts'

/** Nested arrays in MessagePack take 150 times their size in memory, so a frame of 8 MiB would take a gigabyte. */
const frameBytesMax = 1024 * 1024
const handshakeMs = 10_000
/** Longest wait for the close, ms, because a dead peer never confirms it. */
const closingMs = 1_000
/** Messages of errors that would happen again on the next connection. */
const refusals = ['insufficient subscription', 'symbol limit exceeded', 'v2 not enabled']

type Listening = Pick<Connection, 'ping'> & { socket: WebSocket | null }

/**
 * One stream of the vendor's client. The client's own reconnection is not used, because missed trades must be requested
 * after each reconnection.
 */
export function openStream(
  make: (options: Partial<streaming.StockDataStreamOptions>) => streaming.MarketDataStream,
  symbols: readonly VendorSymbol[],
  hearer: Hearer,
): Connection {
  const listening: Listening = {
    socket: null,
    ping: () => {
      if (listening.socket?.readyState === WebSocket.OPEN) listening.socket.ping()
    },
  }
  const wsFactory = (url: string) => listen(listening, url, hearer.opened(symbols))
  const stream = make({ reconnect: false, pingIntervalMs: 0, wsFactory })
  const byName = new Map(symbols.map((symbol) => [symbol.name, symbol]))
  const names = [...byName.keys()]

  stream.onTrade((trade) => {
    const symbol = byName.get(trade.symbol)
    if (symbol && isOfItsTime(trade.conditions, trade.tape)) guard(() => hearer.trade(symbol, tradeOf(trade)))
  })
  stream.onQuote(({ symbol: name, timestamp, bidPrice, bidSize, askPrice, askSize }) => {
    const [symbol, time] = [byName.get(name ?? ''), timestamp.getTime()]
    if (symbol) hearer.quote(symbol, { time, bid: bidPrice, bidVolume: bidSize, ask: askPrice, askVolume: askSize })
  })
  stream.on('subscription', (held: { trades?: string[] }) => {
    for (const name of held.trades ?? []) {
      const symbol = byName.get(name)
      if (symbol) guard(() => hearer.subscribed(symbol))
    }
  })
  stream.onError((message) => {
    // An unreadable frame may have contained a trade, so the connection ends.
    if (message.startsWith('failed to ')) hearer.ended(new Error(message))
    else if (refusals.includes(message)) hearer.ended(new SourceRefused(message))
    else hearer.rejected(message)
  })
  stream.onDisconnect(() => {
    void stream.whenAuthenticated().then(({ status, message }) => {
      const isRefused = String(status) === 'server_rejected'
      hearer.ended(isRefused ? new SourceRefused(message) : new Error('the connection ended'))
    })
  })
  stream.subscribeForTrades(names)
  stream.subscribeForQuotes(names)
  stream.connect()
  return {
    ping: listening.ping,
    [Symbol.dispose]() {
      stream.disconnect()
      const { socket } = listening
      if (socket) setTimeout(() => socket.terminate(), closingMs).unref()
    },
  }

  /** The client swallows exceptions of listeners, so they are caught here. */
  function guard(work: () => void): void {
    try {
      work()
    } catch (cause) {
      hearer.ended(cause)
    }
  }
}

function listen(listening: Listening, url: string, heard: () => void): streaming.WebSocketLike {
  const headers = { 'Content-Type': 'application/msgpack' }
  const socket = new WebSocket(url, { headers, maxPayload: frameBytesMax, handshakeTimeout: handshakeMs })
  listening.socket = socket
  socket.on('error', () => undefined)
  for (const sign of ['message', 'pong'] as const) socket.on(sign, heard)
  return socket as unknown as streaming.WebSocketLike
}
