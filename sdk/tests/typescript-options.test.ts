import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Client } from '#sdk/typescript/client.ts'
import { ApiError } from '#sdk/typescript/error.ts'
import { instantText, Rest } from '#sdk/typescript/rest.ts'
import { version } from '#sdk/typescript/version.ts'

const key = 'a key'

test.each([
  [{ key }, 'apiUrl is undefined. Pass the address of the gateway, such as https://api.example.com.'],
  [{ key, apiUrl: 'localhost:4771' }, 'apiUrl is "localhost:4771". Pass the address of the gateway'],
  [{ apiUrl: 'http://gateway.example' }, 'key is undefined. Pass an API key, or a function that returns one.'],
])('the TypeScript client refuses a missing or invalid option and states the reason: %j', (options, sentence) => {
  expect(() => new Client(options as ConstructorParameters<typeof Client>[0])).toThrow(sentence)
})

test('without WebSocket in the runtime, a subscription of the TypeScript client fails with a message', () => {
  vi.stubGlobal('WebSocket', undefined)
  using market = new Client({ apiUrl: 'http://gateway.example', key })
  expect(() => market.stream.subscribe(['stock:AAPL$US'])).toThrow('There is no WebSocket here. Use Node 22 or newer')
  vi.unstubAllGlobals()
})

test('the TypeScript client sends requests below the path of the gateway address, with comma-joined lists and its version as user agent', async () => {
  const seen: [string, unknown][] = []
  const fetchSeen: typeof fetch = async (url, init) => {
    seen.push([String(url), new Headers(init?.headers).get('user-agent')])
    return Response.json({ code: 0, msg: 'ok', data: {} })
  }
  const rest = new Rest({ apiUrl: 'http://proxy.example/gateway/v9/', key, fetch: fetchSeen })
  await rest.get('quotes', { class: 'stock', codes: ['AAPL', 'MSFT'] })
  await rest.download('/files/stock/US/2026-01-05.parquet?kind=trades')
  expect(seen).toEqual([
    ['http://proxy.example/gateway/v9/stock/quotes?codes=AAPL%2CMSFT', `market-data-client/${version}`],
    ['http://proxy.example/gateway/v9/files/stock/US/2026-01-05.parquet?kind=trades', `market-data-client/${version}`],
  ])
})

test('after a refused connection, the TypeScript client reports each retry with its wait, and the final error with its cause', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const retries: unknown[] = []
  const rest = new Rest({
    apiUrl: `http://127.0.0.1:${port}`,
    key,
    backoff: { minMs: 1, maxMs: 1 },
    onRetry: ({ error, attempt, waitMs }) => retries.push([error.error, attempt, waitMs <= 2]),
  })
  const error: unknown = await rest.get('limits', {}).catch((cause: unknown) => cause)
  if (!(error instanceof ApiError)) throw error
  expect(error.message).toContain('ECONNREFUSED')
  expect(error.cause).toBeInstanceOf(TypeError)
  expect(retries).toEqual([
    ['network', 1, true],
    ['network', 2, true],
  ])
})

test.each([
  [1_795_132_800_000, '2026-11-20T00:00:00.000Z'],
  [new Date(1_795_132_800_000), '2026-11-20T00:00:00.000Z'],
  [1_795_132_800, '1795132800'],
  [20261120, '20261120'],
  ['2026-11-20', '2026-11-20'],
])('the TypeScript client sends a time of %s as %s', (time, text) => {
  expect(instantText(time)).toBe(text)
})
