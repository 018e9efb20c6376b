import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSessionToken } from '#src/accounts/sessions/session.ts'
import { IngestServer } from '#src/feed/ingest/server.ts'
import { openKeyCache, verifyKey } from '#src/keys/check/verify.ts'
import { newSecret } from '#src/keys/key/secret.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { createFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import { SiteServer } from '#src/site/server/site-server.ts'
import { TurnedAway } from '#src/site/server/turned-away.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'
import { siteApi } from '#test/fixtures/site-api.ts'

/** The number of requests of each kind. `npm run drill -- counted` sends more and prints the processor time of each. */
const times = Number(process.env.TAPEWIRE_DRILL_TIMES ?? 0)
/**
 * An uncounted refusal may cost at most this many times the processor time of a request that is refused at its first
 * line.
 */
const uncountedCostMax = 5

let ctx: TestPlatform
let ingest: IngestServer
let site: SiteServer
let feedKey = ''
const servers: Server[] = []
const urls = { gateway: '', push: '' }
const opened = new AsyncDisposableStack()

beforeAll(async () => {
  ctx = opened.use(await testPlatform({ clickhouse: true, settings: { TRUSTED_PROXIES: '127.0.0.1,::1' } }))
  await installCatalogue(ctx)
  opened.use(await openKeyCache(ctx))
  urls.gateway = opened.use(await testRest(ctx)).url
  ingest = opened.use(await IngestServer.open(ctx))
  urls.push = await served((incoming, outgoing) => ingest.handle(incoming, outgoing))
  const { secret } = await createFeedKey(
    ctx,
    { kind: 'operator-cli' },
    { source: 'desk', classes: ['crypto'], regions: [], creates: false },
  )
  feedKey = secret
  site = new SiteServer(ctx, {
    api: siteApi(ctx).api,
    addresses: [ctx.settings.publicUrl],
    isOpen: () => true,
    turnedAway: opened.use(new TurnedAway(ctx)),
    sessionToken: (headers) => readSessionToken(ctx.settings, headers),
    sandbox: null,
  })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await opened.disposeAsync()
})

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string }

const demo = { token: 'tw_demo_public' }
const many = Array.from({ length: 400 }, (_, at) => `CODE${at}`).join(',')
const rpc = (method: string, params: object): Sent => ({
  method: 'POST',
  headers: { ...demo, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
const lines = { method: 'POST', body: '{"x":1}\n'.repeat(1_000) }

/**
 * An entry point and a request that it refuses. `limit`: how many such requests from one address are answered per
 * minute.
 */
type Entry = { name: string; limit: number; send: () => Promise<Response>; spend?: (count: number) => Promise<unknown> }

const mcpMessages = (cost: number) =>
  ctx.limiter.take(`mcp:demo:${address}:${address}`, { limit: 300, windowMs: 60_000, cost })
const guess = async (count: number) => {
  for (let at = 0; at < count; at += 1) await verifyKey(ctx, newSecret(ctx.random), address)
}
const render = async (count: number) => {
  for (let at = 0; at < count; at += 1) await page('/en-US/docs/search')
}

const entries: Entry[] = [
  { name: 'REST', limit: 30, send: () => gateway(`/stock/klines?codes=${many}&interval=none`, { headers: demo }) },
  {
    name: 'REST, conditional',
    limit: 30,
    send: () => gateway('/stock/klines?codes=&interval=1d', { headers: { ...demo, 'if-none-match': '"x"' } }),
  },
  {
    name: 'UDF',
    limit: 30,
    send: () => gateway('/udf/history?symbol=NONE&resolution=1&from=0&to=9999999999', { headers: demo }),
  },
  { name: 'files', limit: 30, send: () => gateway('/files/stock/US/2026-01-02.csv.gz', { headers: demo }) },
  { name: 'MCP, a list', limit: 300, send: () => gateway('/mcp', rpc('prompts/list', {})), spend: mcpMessages },
  {
    name: 'MCP, a batch',
    limit: 300,
    send: () => gateway('/mcp', { ...rpc('', {}), body: `[${'{},'.repeat(90)}{}]` }),
    spend: mcpMessages,
  },
  {
    name: 'MCP, no such tool',
    limit: 300,
    send: () => gateway('/mcp', rpc('tools/call', { name: 'none', arguments: {} })),
    spend: mcpMessages,
  },
  {
    name: 'MCP, refused arguments',
    limit: 30,
    send: () => gateway('/mcp', rpc('tools/call', { name: 'klines', arguments: { none: 1 } })),
  },
  {
    name: 'MCP, no such class',
    limit: 30,
    send: () => gateway('/mcp', rpc('tools/call', { name: 'kline', arguments: { class: 'x', code: 'y' } })),
  },
  {
    name: 'unknown keys',
    limit: 300,
    send: () => gateway('/stock/kline', { headers: { token: newSecret(ctx.random) } }),
    spend: guess,
  },
  {
    name: 'unknown keys at MCP',
    limit: 300,
    send: () => gateway('/mcp', { method: 'POST', headers: { token: newSecret(ctx.random) } }),
    spend: guess,
  },
  {
    name: 'unknown feed keys',
    limit: 300,
    send: () => pushed('/ingest/trades', { ...lines, headers: { token: 'tw_feed_none' } }),
    spend: async (count) => {
      for (let at = 0; at < count; at += 1) await ingest.access.keyOf(incoming('tw_feed_none')).catch(() => undefined)
    },
  },
  {
    name: 'a feed key',
    limit: 6_000,
    send: () => pushed('/ingest/trades', { ...lines, headers: { token: feedKey } }),
    spend: async (count) => {
      for (let at = 0; at < count; at += 1) await ingest.access.keyOf(incoming(feedKey))
    },
  },
  { name: 'the account API', limit: 1_200, send: () => page('/api/none'), spend: render },
  {
    name: 'the account API with a session',
    limit: 1_200,
    send: () => page('/api/none', { authorization: `Bearer ${token}` }),
    spend: async (count) => {
      for (let at = 0; at < count; at += 1) await page('/api/none', { authorization: `Bearer ${token}` })
    },
  },
  { name: 'a search of the documentation', limit: 1_200, send: () => page('/en-US/docs/search?q=tick'), spend: render },
]

/** A session token that belongs to nobody. The account API counts a token before it is checked. */
const token = 'x'.repeat(43)

let address = ''

async function gateway(path: string, { headers, ...more }: Sent): Promise<Response> {
  return fetch(urls.gateway + path, { ...more, headers: { ...headers, 'x-forwarded-for': address } })
}

async function pushed(path: string, { headers, ...more }: Sent): Promise<Response> {
  return fetch(urls.push + path, { ...more, headers: { ...headers, 'x-forwarded-for': address } })
}

function incoming(token: string): IncomingMessage {
  const headers = { token, 'x-forwarded-for': address }
  return { headers, url: '/ingest', socket: { remoteAddress: '127.0.0.1' } } as never
}

async function page(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const { publicUrl } = ctx.settings
  const { host } = new URL(publicUrl)
  return site.fetch(new Request(publicUrl + path, { headers: { ...headers, host } }), { incoming: incoming('') })
}

/** Whether a response reports that a limit was reached. The Model Context Protocol reports this with the status 200. */
async function isCounted(response: Response): Promise<boolean> {
  return (
    /"(?:error":"too_many_requests|error":"rate_limited)|\(rate_limited, 429\)/.test(await response.text()) ||
    response.status === 429
  )
}

test.each(entries)('a refused request counts toward a request limit: $name', async ({ name, limit, send, spend }) => {
  address = `203.0.113.${1 + entries.findIndex((entry) => entry.name === name)}`
  const before = spend ? limit - 2 : 0
  await spend?.(before)
  const answers: boolean[] = []
  for (let sent = before; sent <= limit; sent += 1) answers.push(await isCounted(await send()))
  expect(answers.filter((counted) => !counted)).toHaveLength(limit - before)
  expect(answers.at(-1)).toBe(true)
})

test('calls with a session token have a request limit separate from the other calls of their address', async () => {
  address = '203.0.113.201'
  await render(1_200)
  expect(await isCounted(await page('/api/none'))).toBe(true)
  expect(await isCounted(await page('/api/none', { authorization: `Bearer ${'y'.repeat(43)}` }))).toBe(false)
})

test.runIf(times > 0)(
  'a request outside all limits uses less than five times the processor time of a request for an unknown path',
  async () => {
    const cost = async (send: () => Promise<Response>) => {
      const before = process.cpuUsage()
      let counted = 0
      for (let sent = 0; sent < times; sent += 1) if (await isCounted(await send())) counted += 1
      const { user, system } = process.cpuUsage(before)
      return { ms: Math.round((user + system) / 1_000), counted }
    }
    await ctx.clock.advance(60_000)
    address = '198.51.100.1'
    const cheap = () => gateway('/none', {})
    await cost(cheap)
    const cheapest = await cost(cheap)
    const rows = [{ name: 'a path that does not exist', ...cheapest }]
    for (const [at, { name, send }] of entries.entries()) {
      address = `198.51.100.${2 + at}`
      const dearest = await cost(send)
      rows.push({ name, ...dearest })
      if (dearest.counted === 0) expect(dearest.ms, name).toBeLessThan(cheapest.ms * uncountedCostMax)
    }
    console.table(rows)
  },
  600_000,
)
