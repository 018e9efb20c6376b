import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Customer, call } from '#test/fixtures/customer.ts'
import { familyOf } from '#test/fixtures/family.ts'
import type { Spawned } from '#test/fixtures/spawned.ts'

export type SoakResult = {
  requests: { sent: number; failed: string[]; counted: number }
  deliveries: { received: number; counted: number }
  sockets: { open: number; counted: number; after: number }
  pages: number
  /**
   * Memory of all processes in MiB. `pss`: PSS, which depends on other installations on the machine. `own`: the part of
   * the PSS that belongs to no file and does not depend on other installations. `at`: seconds since the beginning.
   * `processes`: the own memory of each process, with its command, by process id.
   */
  memory: { at: number; pss: number; own: number; processes: Map<number, { command: string; own: number }> }[]
  /** Parts of `own`, in MiB: the old generation of V8 in all processes, and the memory that ClickHouse counts. */
  counters: { at: number; heap: number; clickhouse: number }[]
}

const socketCount = 30
const requestEveryMs = 40
const pageEveryMs = 1_000
const sampleEveryMs = 5_000
const countersEveryMs = 60_000
/** The number of characters that are shown of the body of a failed request. */
const bodyShown = 200
const mib = 1024 * 1024
const openSockets = 'tapewire_stream_sockets'
const delivered = 'tapewire_stream_deliveries_total'

const calls = [
  '/crypto/quote?region=BA&code=BTCUSD',
  '/crypto/kline?region=BA&code=BTCUSD&kType=1&limit=100',
  '/stock/kline?region=US&code=AAPL&kType=8&limit=100',
  '/crypto/trades?region=BA&code=BTCUSD&limit=100',
  '/stock/quote?region=US&code=AAPL',
]
const pages = ['/en-US', '/zh-CN/products/crypto', '/zh-HK/pricing', '/en-US/docs/quick-start', '/en-US/dashboard']

/**
 * Puts a steady load of sockets, requests and pages on an installation. Returns the counts of the load and the counts
 * of the product.
 */
export async function soak(
  product: Spawned,
  metrics: string,
  customer: Customer,
  seconds: number,
): Promise<SoakResult> {
  const before = await metricsOf(metrics)
  const sockets = await Promise.all(Array.from({ length: socketCount }, () => openSocket(product.api, customer.key)))
  const opened = await metricsAt(socketCount, metrics)
  const { sent, failed, shown, memory, counters } = await load(product, metrics, customer, seconds)
  await Promise.all(sockets.map(({ end }) => end()))
  const after = await metricsAt(0, metrics)
  return {
    requests: { sent, failed, counted: await requestsCounted(product, customer, sent) },
    deliveries: {
      received: sockets.reduce((sum, { received }) => sum + received(), 0),
      counted: figureIn(after, delivered) - figureIn(before, delivered),
    },
    sockets: { open: sockets.length, counted: figureIn(opened, openSockets), after: figureIn(after, openSockets) },
    pages: shown,
    memory,
    counters,
  }
}

async function load(product: Spawned, metrics: string, { key, cookie }: Customer, seconds: number) {
  const from = performance.now()
  const failed: string[] = []
  const memory: SoakResult['memory'] = []
  const counters: SoakResult['counters'] = []
  const reads: Promise<void>[] = []
  const requests: Promise<void>[] = []
  const shown: Promise<void>[] = []
  const request = async (url: string, headers: Record<string, string>) => {
    const failure = await failureOf(url, headers)
    if (failure === null) return
    failed.push(failure)
    process.stderr.write(`${failure}\n`)
  }
  const readCounters = async () => {
    const at = (performance.now() - from) / 1_000
    const text = await metricsOf(metrics)
    const heap = figureIn(text, 'nodejs_heap_space_size_used_bytes', 'space="old"') / mib
    counters.push({ at, heap, clickhouse: figureIn(text, 'tapewire_clickhouse_memory_bytes') / mib })
  }
  const every = async (ms: number, work: (n: number) => void) => {
    for (let n = 0; n * ms < seconds * 1_000; n += 1) {
      await sleep(Math.max(0, from + n * ms - performance.now()))
      work(n)
    }
  }
  await Promise.all([
    every(requestEveryMs, (n) => requests.push(request(product.api + calls[n % calls.length], { token: key }))),
    every(pageEveryMs, (n) => shown.push(request(product.site + pages[n % pages.length], { cookie }))),
    every(sampleEveryMs, () => {
      const family = familyOf(product.child.pid ?? 0)
      const sumOf = (kind: 'pss' | 'own') => family.reduce((sum, one) => sum + one[kind], 0) / mib
      const processes = new Map(family.map(({ pid, command, own }) => [pid, { command, own: own / mib }]))
      memory.push({ at: (performance.now() - from) / 1_000, pss: sumOf('pss'), own: sumOf('own'), processes })
    }),
    every(countersEveryMs, () => reads.push(readCounters())),
  ])
  await Promise.all([...requests, ...shown, ...reads])
  return { sent: requests.length, shown: shown.length, failed, memory, counters }
}

/** Sends a request. Null if it succeeds, otherwise its time and duration, and its status and the start of its body. */
export async function failureOf(url: string, headers: Record<string, string>): Promise<string | null> {
  const sentAt = Date.now()
  const what = await faultOf(url, headers).catch((error: Error) => [String(error), error.cause].join(', '))
  return what && `${new Date(sentAt).toISOString()}, after ${Date.now() - sentAt} ms: ${url}: ${what}`
}

async function faultOf(url: string, headers: Record<string, string>): Promise<string | null> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  const body = await response.text()
  return response.status === 200 ? null : `${response.status} ${body.slice(0, bodyShown).replaceAll(/\s+/g, ' ')}`
}

/**
 * The metrics once `count` sockets are open, or after about 5 s. The gateway counts a socket until its TCP connection
 * has ended, and each probe of the status page briefly opens a socket.
 */
async function metricsAt(count: number, metrics: string): Promise<string> {
  let text = await metricsOf(metrics)
  for (let tries = 0; tries < 50 && figureIn(text, openSockets) !== count; tries += 1) {
    await sleep(100)
    text = await metricsOf(metrics)
  }
  return text
}

type SoakSocket = { received(): number; end(): Promise<void> }

async function openSocket(api: string, key: string): Promise<SoakSocket> {
  const ws = new WebSocket(`${api.replace('http', 'ws')}/crypto?events=1`, { headers: { token: key } })
  let received = 0
  const subscription = { params: 'BTCUSD$BA,ETHUSD$BA', types: 'tick,quote' }
  const subscribed = Promise.withResolvers<void>()
  const unsubscribed = Promise.withResolvers<void>()
  const closed = new Promise((resolve) => ws.on('close', resolve))
  ws.on('error', subscribed.reject)
  ws.on('message', (text) => {
    for (const frame of [JSON.parse(String(text))].flat()) {
      if (frame.resAc === 'auth') ws.send(JSON.stringify({ ac: 'subscribe', ...subscription }))
      else if (frame.resAc === 'subscribe') subscribed.resolve()
      else if (frame.resAc === 'unsubscribe') unsubscribed.resolve()
      else if (frame.data) received += 1
    }
  })
  await subscribed.promise
  return {
    received: () => received,
    /** Unsubscribes first, because events queued at the close are counted by the gateway but never reach the client. */
    async end() {
      ws.send(JSON.stringify({ ac: 'unsubscribe', ...subscription }))
      await unsubscribed.promise
      ws.close()
      await closed
    },
  }
}

/** The counted requests of a customer. Usage is written once a second, so this polls. */
async function requestsCounted(product: Spawned, customer: Customer, sent: number): Promise<number> {
  let counted = 0
  for (let tries = 0; tries < 50 && counted < sent; tries += 1) {
    await sleep(200)
    const { body } = await call(product.site, '/api/usage', undefined, { cookie: customer.cookie })
    counted = body.data.series.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)
  }
  return counted
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

/** The sum of a metric over its series, or over the series with `label`. */
function figureIn(text: string, name: string, label = ''): number {
  const values = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*${label}[^}]*\\})? (\\S+)$`, 'gm'))
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
}
