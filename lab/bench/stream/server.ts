/** The server of the stream bench, in a separate process: ours, or a plain broadcast for comparison. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { type AssetClass, assetClasses, type QuoteEvent, type TickEvent } from '#src/contract/market.ts'
import type { StreamAccess } from '#src/gateway/stream/access/access.ts'
import { eventText, spell } from '#src/gateway/stream/delivery/frame.ts'
import { StreamHub } from '#src/gateway/stream/hub.ts'
import { StreamServer } from '#src/gateway/stream/server.ts'
import { systemClock } from '#src/platform/clock.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Platform, TapeRecord } from '#src/platform/platform.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'

export type Command =
  | { do: 'publish'; perSecond: number; seconds: number; symbols: number; quotes?: boolean; insists?: boolean }
  | { do: 'memory' }
  | { do: 'cpu' }
export type Answers = {
  publish: { events: number }
  memory: { rss: number; sockets: number; behind: number }
  cpu: { cpuSeconds: number }
}

const roundMs = 5
/**
 * The maximum number of events published at once, so that an overloaded server still checks the clock and ends in time.
 */
const roundMax = 2_000
const insistentRoundMax = 50_000
const ids = { keyId: 'bench', allowanceId: 'bench', accountId: null } as const
const key = { kind: 'key', ...ids, planId: 'integrated-enterprise', plan: null } as const

if (process.send) await serve(process.argv[2] === 'plain' ? plain : ours)

type Publish = (records: TapeRecord[]) => Promise<void>
/** `behind`: the number of sockets whose reader does not read. */
type Started = { port: number; publish: Publish; sockets: () => number; behind: () => number }

async function serve(start: () => Promise<Started>): Promise<void> {
  const { port, publish, sockets, behind } = await start()
  const say = (answer: { port: number } | Answers[Command['do']]): void => {
    process.send?.(answer)
  }
  process.on('message', (command: Command) => {
    if (command.do === 'publish') void run(command, publish).then(say)
    else if (command.do === 'cpu') {
      const { user, system } = process.cpuUsage()
      say({ cpuSeconds: (user + system) / 1e6 })
    } else void resident().then((rss) => say({ rss, sockets: sockets(), behind: behind() }))
  })
  process.on('disconnect', () => process.exit())
  say({ port })
}

/** Resident bytes after a garbage collection. The collection returns memory with a delay. */
async function resident(): Promise<number> {
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, 300))
  return process.memoryUsage().rss
}

/**
 * Publishes events at a steady rate for some seconds. A server that cannot keep up gets events as fast as it accepts
 * them, unless `insists` keeps the rate.
 */
async function run(command: Extract<Command, { do: 'publish' }>, publish: Publish): Promise<Answers['publish']> {
  const { perSecond, seconds, symbols, quotes = false, insists = false } = command
  const begun = performance.now()
  let sent = 0
  for (;;) {
    const elapsed = performance.now() - begun
    if (elapsed > seconds * 1000) return { events: sent }
    const wanted = Math.floor((elapsed * perSecond) / 1000)
    const due = Math.min(sent + (insists ? insistentRoundMax : roundMax), wanted)
    const records: TapeRecord[] = []
    for (; sent < due; sent += 1) records.push(record(sent % symbols, quotes && sent % (2 * symbols) >= symbols))
    await publish(records)
    if (sent < wanted) await new Promise((resolve) => setImmediate(resolve))
    else await new Promise((resolve) => setTimeout(resolve, roundMs))
  }
}

/** Instrument keys, created once and reused, as in a real feed. */
const names: string[] = []

function record(symbol: number, isQuote: boolean): TapeRecord {
  names[symbol] ??= `stock:S${symbol}$US`
  const name = names[symbol]
  return { lane: `${name}:${isQuote ? 'quote' : 'tick'}`, event: isQuote ? quoteOf(name) : tickOf(name) }
}

function tickOf(key: string): TickEvent {
  const time = Date.now()
  return { type: 'tick', key, time, price: 225.21, volume: 100, side: 0, session: 0, source: 'simulated' }
}

function quoteOf(key: string): QuoteEvent {
  return {
    type: 'quote',
    key,
    time: Date.now(),
    previousClose: 224,
    open: 224.5,
    high: 226,
    low: 223.8,
    last: 225.21,
    volume: 1_000_000,
    turnover: 0,
    tradingStatus: 0,
    change: 1.21,
    changePercent: 0.54,
    source: 'simulated',
  }
}

/** The stream needs no store, so none is started. */
async function ours(): Promise<Started> {
  const metrics = new Metrics()
  const ctx = {
    log: silentLog,
    metrics,
    loop: new LoopWatch(silentLog, metrics),
    clock: systemClock,
    random: cryptoRandom,
    holdings: new MemoryHoldings(),
    tape: new MemoryTape(systemClock, { retainMs: 60_000, retainBytes: 32 * 1024 * 1024 }),
    settings: {
      ...{ mode: 'live', connectionsPerAddress: Number.POSITIVE_INFINITY, hasRedisUrl: false },
      trustedProxies: [] as readonly string[],
    },
  } as unknown as Platform
  const hub = new StreamHub(ctx, benchDeps())
  await hub.live.start()
  const server = new StreamServer(ctx, hub)
  const http = createServer()
  http.on('upgrade', (request, socket, head) => server.upgrade(request, socket, head))
  http.listen(0, '127.0.0.1', 4_096)
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    publish: (records) => ctx.tape.append('stock', records),
    sockets: () => hub.sockets,
    behind: () => {
      let count = 0
      hub.each(({ outbox }) => {
        if (outbox.isBehind) count += 1
      })
      return count
    },
  }
}

function benchDeps(): StreamAccess {
  const limits = { perMinute: null, sockets: null, subscriptions: null }
  return {
    verify: async () => ({
      kind: 'ok',
      key: { ...key, limits, expiresAt: 4e12, sessionId: null, personId: null, scope: null },
    }),
    verifySearch: async (key) => ({ kind: 'ok', key }),
    prepare: async () => undefined,
    namesVersion: () => 0,
    async *listed() {},
    admit: (_, text) => ({
      kind: 'ok',
      id: { class: 'stock', region: 'US', code: text.split('$')[0] ?? '' },
      delayMs: 0,
    }),
    refused: () => undefined,
    openMarkets: () => Object.fromEntries(assetClasses.map((name) => [name, 'open'])) as Record<AssetClass, 'open'>,
  }
}

/** A simple broadcast with `ws`: one set of sockets per symbol, one text per event, one `send` per socket. */
async function plain(): Promise<Started> {
  const wss = new WebSocketServer({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(wss, 'listening')
  const bySymbol = new Map<string, Set<WebSocket>>()
  wss.on('connection', (ws) => {
    ws.on('message', (data) => {
      const { params } = JSON.parse(String(data)) as { params: string }
      for (const symbol of params.split(',')) {
        const set = bySymbol.get(symbol) ?? new Set()
        bySymbol.set(symbol, set.add(ws))
      }
    })
  })
  let seq = 0
  return {
    port: (wss.address() as AddressInfo).port,
    sockets: () => wss.clients.size,
    behind: () => 0,
    publish: async (records) => {
      for (const { event } of records) {
        const tick = event as TickEvent
        const code = tick.key.slice(6, -3)
        seq += 1
        const text = eventText(tick, seq, spell(code, 'US', null))
        for (const ws of bySymbol.get(`${code}$US`) ?? []) if (ws.readyState === WebSocket.OPEN) ws.send(text)
      }
    },
  }
}
