import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataRoutes } from '#src/contract/data/data.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { scopeKey } from '#src/keys/keys.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { usage, usageErrors } from '#src/usage/report.ts'
import { keyOnPlan, putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { answerText } from './tool-text.ts'
import { tools } from './tools.ts'

let site: Server
let siteUrl: string
let ctx: TestPlatform
let rest: TestRest

beforeAll(async () => {
  site = createServer(({ url = '' }, outgoing) => {
    const [, language] = url.split('/')
    const page = `${siteUrl}/${language}/docs/quick-start.md`
    if (url.endsWith('/llms.txt'))
      outgoing.end(`# Site\n\n- [Start](${page}): First steps\n- [News](${siteUrl}/x.md): no\n`)
    else if (url.endsWith('quick-start.md')) outgoing.end('# Quick start')
    else outgoing.writeHead(url.endsWith('broken.md') ? 500 : 404).end()
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T18:00:30Z', settings: { PUBLIC_URL: siteUrl } })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!apple) throw new Error('AAPL')
  const bar = { open: 10, high: 12, low: 9, close: 11, volume: 100, turnover: 0, source: 'simulated' as const }
  await recordBars(
    ctx,
    ['2025-12-30', '2025-12-31', '2026-01-02'].map((day) => ({
      ...bar,
      ...{ instrumentId: apple.id, interval: '1d' as const, time: Date.parse(day) },
    })),
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
  site.close()
})

type Era = 'auto' | 'legacy'

async function connect(headers: Record<string, string>, mode: Era = 'auto', path = '/mcp') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(path, rest.url), { requestInit: { headers } }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

async function called(client: Client, name: string, given: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: given })
  const [part] = result.content
  return { ...result, text: part?.type === 'text' ? part.text : '' }
}

const post = (body: unknown, headers: Record<string, string> = {}, search = '') =>
  fetch(`${rest.url}/mcp${search}`, {
    method: 'POST',
    headers: {
      token: 'tw_demo_public',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const demo = { token: 'tw_demo_public' }
/** The approximate number of characters per token in a list of tools in JSON. */
const charactersOfToken = 3.8
const daily = { class: 'stock', code: 'aapl', interval: '1d', limit: 3 }

describe.each(['auto', 'legacy'] as const)('the gateway serves MCP clients of the %s protocol', (mode) => {
  test('the list of MCP tools has fewer than 6,000 tokens, and a tool returns bars as text, not as structured content', async () => {
    await ctx.limiter.clear('rest:demo:127.0.0.1')
    await using client = await connect(demo, mode)
    const { tools } = await client.listTools()
    const kline = tools.find(({ name }) => name === 'kline')
    expect(kline?.inputSchema).toMatchObject({
      required: ['class', 'code', 'interval'],
      properties: { limit: { default: 100 } },
    })
    expect(kline?.inputSchema.properties).not.toHaveProperty('format')
    // A model reads the whole list at the start of each session, so the size of the list matters.
    expect(JSON.stringify(tools).length / charactersOfToken).toBeLessThan(6_000)
    const { structuredContent, _meta, text, isError } = await called(client, 'kline', daily)
    expect(isError).toBeFalsy()
    const times = ['2025-12-30', '2025-12-31', '2026-01-02'].map((day) => Date.parse(day))
    expect(structuredContent).toBeUndefined()
    expect(_meta?.['market-data/bars']).toMatchObject({
      data: times.map((t) => ({ t, o: 10, c: 11 })),
      delay: 0,
      source: 'simulated',
    })
    expect(text).toContain('3 rows; source simulated.')
    expect(text).toContain('t,o,h,l,c,v,tu\n2025-12-30,10,12,9,11,100,0\n')
    expect(text).not.toContain('cursor')
    expect(text).toContain('c = close')
    const newest = await called(client, 'kline', { ...daily, limit: 2 })
    expect(newest.text).toContain('call again with cursor "')
  })

  test('the list of all MCP tools has one tool for every data route, and a tool outside the short list can be called', async () => {
    await using client = await connect(demo, mode, '/mcp?tools=all')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(dataRoutes).toSorted())
    await using other = await connect(demo, mode)
    expect((await called(other, 'exchanges', {})).isError).toBeFalsy()
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, '?tools=some')).status).toBe(400)
  })

  test('an MCP client reads the documentation and fills a prompt', async () => {
    await using client = await connect({ ...demo, lang: 'zh-HK' }, mode)
    const uri = `${siteUrl}/zh-HK/docs/quick-start.md`
    const { resources } = await client.listResources()
    expect(resources.map((one) => one.uri)).toEqual(['ui://market-data/chart.html', uri])
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/markdown', text: '# Quick start' },
    ])
    for (const strange of [`${siteUrl}/zh-HK/docs/none.md`, `${siteUrl}/zh-HK/secret`, 'file:///etc/passwd'])
      await expect(client.readResource({ uri: strange })).rejects.toThrow(/not found/i)
    await expect(client.readResource({ uri: `${siteUrl}/zh-HK/docs/broken.md` })).rejects.toThrow(/文件暫時未能讀取/)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['overview', 'compare', 'market', 'history'])
    const { messages } = await client.getPrompt({ name: 'compare', arguments: { codes: 'AAPL,MSFT' } })
    expect(messages[0]?.content).toMatchObject({ text: expect.stringMatching(/^請比較 AAPL,MSFT 最近 250 個交易日/) })
    await expect(client.getPrompt({ name: 'overview' })).rejects.toThrow('The argument code is missing.')
  })
})

test('an MCP tool call with a wrong symbol returns similar codes in the language of the caller', async () => {
  await ctx.limiter.clear('rest:demo:127.0.0.1')
  await using client = await connect(demo)
  const wrong = await called(client, 'quote', { class: 'stock', code: 'AAPLE', region: 'US' })
  expect(wrong.isError).toBe(true)
  expect(wrong.text).toMatch(/\(unknown_symbol, 404\)\nSimilar codes: .*AAPL/)
  await using chinese = await connect({ ...demo, lang: 'zh-CN' })
  expect((await called(chinese, 'quote', { class: 'stock', code: 'AAPLE' })).text).toMatch(/相近的品种代码：.*AAPL/)
})

test('the refusal of an MCP tool call names unknown, missing and invalid arguments, and lists the arguments of the tool', async () => {
  await using client = await connect(demo)
  const unknown = await called(client, 'kline', { class: 'stock', ticker: 'AAPL' })
  expect(unknown.text).toMatch(/“ticker”.*\(unknown_field, 400\)\nThe tool kline takes: class, code, region/)
  expect((await called(client, 'kline', { ...daily, constructor: 1 })).text).toMatch(/“constructor”.*unknown_field/)
  expect((await called(client, 'kline', { class: 'stock' })).text).toMatch(/“code” is missing.*missing_parameter/)
  expect((await called(client, 'kline', { code: 'AAPL' })).text).toMatch(/“class” is missing/)
  expect((await called(client, 'kline', { ...daily, class: 'shares' })).text).toMatch(/unknown_class/)
  expect((await called(client, 'kline', { ...daily, limit: 9_999 })).text).toMatch(/invalid_limit/)
  expect((await called(client, 'quotes', { class: 'stock', codes: ['AAPL', { x: 1 }] })).text).toMatch(
    /invalid_parameter/,
  )
  const withoutInterval = await called(client, 'kline', { class: 'stock', code: 'AAPL' })
  expect(withoutInterval.text).toMatch(/“interval” is missing/)
  expect(withoutInterval.text).not.toMatch(/kType|\bet\b/)
  await expect(called(client, 'no_such_tool', {})).rejects.toThrow('There is no tool no_such_tool.')
})

test('MCP tools use one parameter name for each meaning, also accept the parameter names of REST, and label simulated figures', async () => {
  await ctx.limiter.clear('rest:demo:127.0.0.1')
  await using client = await connect(demo)
  const { tools } = await client.listTools()
  const wordsOf = (name: string) => Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
  expect(wordsOf('symbols')).toEqual(expect.arrayContaining(['class', 'query']))
  const all = new Set(tools.flatMap(({ name }) => wordsOf(name)))
  expect([...all].filter((word) => ['kType', 'et', 'type'].includes(word))).toEqual([])
  const found = await called(client, 'symbols', { class: 'stock', region: 'US', query: 'apple' })
  expect(found.text).toContain('AAPL')
  const [byCode, byQuery] = await Promise.all([
    called(client, 'search', { type: 'stock', code: 'apple' }),
    called(client, 'search', { class: 'stock', q: 'apple' }),
  ])
  expect(byCode.text).toBe(byQuery.text)
  const batch = await called(client, 'klines', { class: 'stock', codes: ['AAPL'], interval: '1d', limit: 3 })
  expect(batch.text).toContain('source simulated')
  const splits = await called(client, 'splits', { code: 'AAPL' })
  expect(splits.text).toContain('figures are simulated')
  expect(found.text).not.toContain('simulated')
})

test('the text of an MCP tool warns that the market has stopped and that the holidays of some years are unknown', () => {
  const kline = tools.get('kline')
  if (!kline) throw new Error('kline')
  const text = answerText(kline, { data: [], delay: 0, stale: 95, warning: 'calendar_unknown' }, false)
  expect(text).toContain('has sent nothing for 95 s')
  expect(text).toContain('years whose holidays and half days are unknown')
})

test('the text of an MCP tool has all times as text, also inside of objects and before 1973', () => {
  const [status, kline] = [tools.get('marketStatus'), tools.get('kline')]
  if (!status || !kline) throw new Error('marketStatus and kline are tools')
  const next = { status: 'open', at: Date.parse('2026-12-01T14:30:00Z') }
  expect(answerText(status, { data: [{ market: 'US', next }] }, false)).toContain('2026-12-01T14:30Z')
  const bars = { data: [{ t: Date.parse('1970-01-02'), c: 93 }], delay: 0 }
  expect(answerText(kline, bars, false)).toContain('1970-01-02,93')
})

test('the text of an MCP tool lists codes without an answer, codes with more rows and codes with a warning separately', () => {
  const klines = tools.get('klines')
  if (!klines) throw new Error('klines is a tool')
  const reasons = {
    AAPL: { nextCursor: 'bzE' },
    MSFT: { warning: 'history_limit' },
    NOPE: { reason: 'unknown_symbol' },
  }
  const text = answerText(klines, { data: { AAPL: [{ t: 0, c: 1 }] }, delay: 0, reasons }, false)
  expect(text).toContain('Codes without an answer: {"NOPE":{"reason":"unknown_symbol"}}')
  expect(text).toContain('with its cursor: {"AAPL":"bzE"}')
  expect(text).toContain('Codes with a warning: {"MSFT":"history_limit"}')
})

test('MCP tool calls count in the minute limit and the usage of the key; handshakes and lists do not', async () => {
  const owner = await keyOnPlan(ctx, 'integrated-free')
  await using client = await connect({ authorization: `Bearer ${owner.secret}` })
  await client.listTools()
  expect((await called(client, 'limits', {})).text).toMatch(/used.*perMinute|perMinute.*used/)
  for (let at = 0; at < 28; at += 1) await called(client, 'kline', daily)
  const fund = await called(client, 'kline', { ...daily, class: 'fund', region: 'US', code: 'SPY' })
  expect(fund.text).toContain(
    `(not_in_plan, 403)\nThe tool \`limits\` lists what this key may read. Plans: ${siteUrl}/en-US/pricing`,
  )
  const over = await called(client, 'kline', daily)
  expect([over.isError, over.text]).toEqual([
    true,
    expect.stringMatching(/\(rate_limited, 429\)\nWait 60 seconds before/),
  ])
  const same = await rest.get('/stock/kline?code=AAPL', { token: owner.secret })
  expect(same.status).toBe(429)
  await ctx.clock.advance(1_000)
  expect((await usage(ctx, owner.actor, {})).calls).toEqual([
    { call: 'kline', status: 200, reason: '', count: 28 },
    { call: 'kline', status: 429, reason: 'rate_limited', count: 2 },
    { call: 'account/limits', status: 200, reason: '', count: 1 },
    { call: 'kline', status: 403, reason: 'not_in_plan', count: 1 },
  ])
  const errors = await usageErrors(ctx, owner.actor, {}, 'en-US')
  expect(errors.map(({ target }) => target)).toContain(
    '/stock/kline?code=aapl&interval=1d&limit=3&adjust=none&format=json',
  )
})

test('each MCP tool call has its own line and route in the access log', async () => {
  const { secret, keyId } = await keyOnPlan(ctx, 'integrated-base')
  await using client = await connect({ token: secret })
  rest.accessLog.length = 0
  await called(client, 'kline', daily)
  await called(client, 'kline', { ...daily, code: 'AAPLE' })
  const route = '/mcp/stock/kline'
  const line = { method: 'POST', route, keyId, watched: `POST ${route}` }
  expect(rest.accessLog.filter((one) => one.route !== '/mcp')).toEqual([
    { ...line, status: 200, bytes: expect.any(Number), ms: expect.any(Number), requestId: expect.any(String) },
    { ...line, status: 404, bytes: 0, ms: expect.any(Number), requestId: expect.any(String) },
  ])
})

test('an MCP client with an expired key may connect, and its tool calls link the page where the owner renews the key', async () => {
  const owner = await keyOnPlan(ctx, 'integrated-base')
  await putOnPlan(ctx, owner.keyId, 'integrated-base', ctx.clock.now() - 1)
  await using client = await connect({ token: owner.secret })
  const ended = await called(client, 'quote', { class: 'stock', code: 'AAPL' })
  expect(ended.text).toContain(`(plan_expired, 729)\nThe owner of the key renews it at ${siteUrl}/en-US/dashboard`)
  const other = `${owner.secret.slice(0, -1)}${owner.secret.endsWith('x') ? 'y' : 'x'}`
  for (const token of ['', 'wrong', other]) await expect(connect({ token })).rejects.toThrow(/401|authoriz/i)
  const refused = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { token: 'wrong' })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await refused.json()).toMatchObject({ error: 'key_malformed' })
})

test('an MCP tool reads nothing with a key that is restricted to the stream, to another asset class or to another network', async () => {
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-base')
  const open = { classes: null, access: 'all' as const, networks: [] }
  const restrict = async (scope: object) => {
    await scopeKey(ctx, actor, { keyId, scope: { ...open, ...scope } }, 'en-US')
    // Longer than the gateway caches the verification of a key (250 ms).
    await ctx.clock.advance(300)
  }
  const read = async () => {
    await using client = await connect({ token: secret })
    return await called(client, 'kline', daily)
  }
  expect((await read()).isError).toBeFalsy()
  for (const scope of [{ access: 'stream' as const }, { classes: ['crypto' as const] }]) {
    await restrict(scope)
    const { isError, text } = await read()
    expect([isError, text]).toEqual([true, expect.stringContaining('restricted')])
  }
  await restrict({ networks: ['203.0.113.0/24'] })
  await expect(read().then(({ isError }) => isError)).resolves.toBe(true)
  await restrict({})
  expect((await read()).isError).toBeFalsy()
})

test('MCP requests from other sites, with other methods, or with long or broken bodies are refused', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect((await post(ping, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(ping, { origin: 'null' })).status).toBe(403)
  const tool = await post(ping, { origin: 'http://localhost:6274' })
  expect([tool.status, tool.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:6274'])
  const preflight = await fetch(`${rest.url}/mcp`, { method: 'OPTIONS', headers: { origin: siteUrl } })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, siteUrl])
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${rest.url}/mcp`, { method, headers: demo })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  }
  expect((await post({ ...ping, params: { long: 'x'.repeat(70_000) } })).status).toBe(413)
  expect((await post('{')).status).toBe(400)
  expect((await post('[]')).status).toBe(400)
  expect((await post(ping, { 'content-type': 'text/plain' })).status).toBe(415)
})

test('a refused MCP tool call counts against the minute limit of the key and appears in its usage', async () => {
  const owner = await keyOnPlan(ctx, 'integrated-free')
  await using client = await connect({ token: owner.secret })
  for (let at = 0; at < 30; at += 1)
    expect((await called(client, 'kline', { none: 1 })).text).toContain('unknown_field')
  expect((await called(client, 'kline', daily)).text).toContain('rate_limited')
  await ctx.clock.advance(1_000)
  expect((await usage(ctx, owner.actor, {})).calls).toContainEqual({
    ...{ call: 'kline', status: 400, reason: 'unknown_field', count: 30 },
  })
})

test('an MCP message batch is refused, whatever its size', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const batch of [[], [ping], Array.from({ length: 200 }, () => ping)]) {
    const refused = await post(batch)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      ...{ jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('batches') } },
    })
  }
})

test('each request for the cached list of MCP tools gets a response with the id of that request', async () => {
  const list = async (id: unknown, lang = 'en-US') => {
    const answer = await post({ jsonrpc: '2.0', id, method: 'tools/list' }, { lang })
    return (await answer.text()).replace(/^event: message\ndata: /, '')
  }
  const first = await list(1)
  expect(JSON.parse(first)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
  for (const id of ['two', 3, '"', 'id-of-the-message'])
    expect(JSON.parse(await list(id))).toEqual({ ...JSON.parse(first), id })
  expect(JSON.parse(await list(4, 'zh-CN')).id).toBe(4)
})

test('MCP messages that are not tool calls have a rate limit of their own; tool calls continue when that limit is reached', async () => {
  const owner = await keyOnPlan(ctx, 'integrated-free')
  const verdict = await verifyKey(ctx, owner.secret)
  if (verdict.kind !== 'ok') throw new Error(verdict.error)
  const ping = () => post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { token: owner.secret })
  const { allowanceId } = verdict.key
  for (let at = 1; at < 300; at += 1)
    await ctx.limiter.take(`mcp:${allowanceId}:127.0.0.1`, { limit: 300, windowMs: 60_000 })
  expect((await ping()).status).toBe(200)
  const refused = await ping()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'limits', arguments: {} } }
  const answered = await post(call, { token: owner.secret })
  expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('perMinute')])
})

test.each<[string, object, Record<string, string>]>([
  ['arguments that are no object', { id: 1, params: { name: 'limits', arguments: 'x' } }, {}],
  ['no id', { params: { name: 'limits' } }, {}],
  [
    'an unknown version of the protocol',
    { id: 1, params: { name: 'limits' } },
    { 'mcp-protocol-version': '1999-01-01' },
  ],
])('an MCP tool call with %s counts in the rate limit of messages', async (_, message, headers) => {
  const owner = await keyOnPlan(ctx, 'integrated-free')
  const verdict = await verifyKey(ctx, owner.secret)
  if (verdict.kind !== 'ok') throw new Error(verdict.error)
  for (let at = 1; at < 300; at += 1)
    await ctx.limiter.take(`mcp:${verdict.key.allowanceId}:127.0.0.1`, { limit: 300, windowMs: 60_000 })
  const call = () => post({ jsonrpc: '2.0', method: 'tools/call', ...message }, { token: owner.secret, ...headers })
  expect((await call()).status).not.toBe(429)
  expect((await call()).status).toBe(429)
})

test('an MCP response always ends, even after a client asks to listen for changes', async () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const answer = await post(initialize)
  expect(answer.headers.get('mcp-session-id')).toBeNull()
  expect(await answer.text()).toContain('"protocolVersion":"2025-11-25"')
  const listen = await post({
    jsonrpc: '2.0',
    id: 2,
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true } },
  })
  await listen.text()
  expect(listen.status).toBeLessThan(500)
})
