import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import { type Interval, intervals } from '#src/contract/market.ts'
import type { Access } from './gateway-source.ts'
import type { ChartInstrument, LiveBars } from './market-source.ts'

const waitMinMs = 500
const waitMaxMs = 30_000
const quietMs = 25_000

/** Close codes after which trying again is of no use until something changes. */
const finalCodes = new Set([4003, 4009])

/**
 * Follows the bars of one instrument on the gateway's stream until the returned function is called. Reconnects by itself
 * with growing waits, at once when the browser comes back online, and says `gap` after each reconnect.
 */
export function followBars(
  access: Access,
  instrument: ChartInstrument,
  interval: Interval,
  live: LiveBars,
): () => void {
  const type = `kline@${intervals.indexOf(interval) + 1}`
  const symbol = `${instrument.class}:${instrument.code}$${instrument.region}`
  let socket: WebSocket | null = null
  let stopped = false
  let wait = waitMinMs
  let wasLive = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined

  const later = () => {
    if (stopped) return
    live.state('reconnecting')
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), wait * (0.75 + Math.random() / 2))
    wait = Math.min(waitMaxMs, wait * 2)
  }
  const watchQuiet = () => {
    clearTimeout(quiet)
    quiet = setTimeout(() => socket?.close(), quietMs)
  }
  const connect = async () => {
    try {
      const { token, apiUrl } = await access.credentials()
      if (stopped) return
      socket = new WebSocket(`${apiUrl.replace(/^http/, 'ws')}/stream?events=1`)
      socket.onopen = () => socket?.send(JSON.stringify({ ac: 'auth', params: token }))
      socket.onmessage = ({ data }) => {
        watchQuiet()
        receive(String(data))
      }
      socket.onclose = ({ code }) => {
        clearTimeout(quiet)
        if (code === 4001) access.forget()
        if (finalCodes.has(code)) live.state('off')
        else later()
      }
    } catch {
      later()
    }
  }
  const receive = (text: string) => {
    const message = JSON.parse(text) as Record<string, unknown>
    if (message.resAc === 'auth' && message.code === 1) {
      socket?.send(JSON.stringify({ ac: 'subscribe', params: symbol, types: type }))
    } else if (message.resAc === 'subscribe') {
      wait = waitMinMs
      live.state(message.code === 1 ? 'live' : 'off')
      if (wasLive) live.gap()
      wasLive = true
    } else if (message.type === 'gap') live.gap()
    else {
      const bar = readBar(message.data)
      if (bar) live.bar(bar)
    }
  }
  const online = () => {
    wait = waitMinMs
    if (socket === null || socket.readyState > WebSocket.OPEN) {
      clearTimeout(timer)
      void connect()
    }
  }

  window.addEventListener('online', online)
  void connect()
  return () => {
    stopped = true
    window.removeEventListener('online', online)
    clearTimeout(timer)
    clearTimeout(quiet)
    socket?.close()
  }
}

function readBar(data: unknown): IndicatorBar | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, t, o, h, l, c, v } = data as Record<string, unknown>
  if (typeof type !== 'string' || !type.startsWith('kline@')) return null
  const bar = { t: Number(t), o: Number(o), h: Number(h), l: Number(l), c: Number(c), v: Number(v) }
  return Object.values(bar).every(Number.isFinite) ? bar : null
}
