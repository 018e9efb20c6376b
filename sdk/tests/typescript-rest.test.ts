import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { paths } from '#sdk/typescript/calls/paths.ts'
import { Rest } from '#sdk/typescript/rest.ts'
import { dataRoutes } from '#src/contract/data/data.ts'

const requests: string[] = []
const rest = new Rest({
  apiUrl: 'http://gateway.example',
  key: 'tw_demo_public',
  fetch: async (url) => {
    requests.push(String(url).replace('http://gateway.example', ''))
    return Response.json({ code: 0, msg: 'ok', data: [], delay: 0 })
  },
})

test('the TypeScript client writes the asset class into the path of a call and all other parameters into the query', async () => {
  requests.length = 0
  await rest.get('klines', { class: 'stock', codes: 'AAPL,MSFT', interval: '1d', region: undefined })
  await rest.get('search', { type: 'fund', page: 2 })
  await rest.get('quotes', { class: 'crypto', region: 'BA', codes: 'BTCUSD' })
  expect(requests).toEqual([
    '/stock/klines?codes=AAPL%2CMSFT&interval=1d',
    '/symbol/web/page?type=fund&page=2',
    '/crypto/quotes?region=BA&codes=BTCUSD',
  ])
})

test('an abort signal ends the wait of the TypeScript client for a retry, and a finished call leaves no listener on the signal', async () => {
  const busy = async () => Response.json({ code: 503, msg: 'words', error: 'server_busy', data: null }, { status: 503 })
  const options = { apiUrl: 'http://gateway.example', key: 'k', fetch: busy, backoff: { minMs: 1, maxMs: 1 } }
  const { signal } = new AbortController()
  await expect(new Rest(options).get('limits', {}, { signal })).rejects.toMatchObject({ error: 'server_busy' })
  expect(getEventListeners(signal, 'abort')).toEqual([])
  const left = new AbortController()
  const slow = new Rest({ ...options, backoff: { minMs: 60_000, maxMs: 60_000 }, onRetry: () => left.abort() })
  await expect(slow.get('limits', {}, { signal: left.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('in the TypeScript client the path of every data call equals its path in the contract', () => {
  expect(paths).toEqual(Object.fromEntries(Object.entries(dataRoutes).map(([name, { path }]) => [name, path])))
})

test('the types of the TypeScript client refuse calls, parameters and results that the contract does not define', async () => {
  requests.length = 0
  // @ts-expect-error no call has this name
  await expect(rest.get('candles', { class: 'stock', code: 'AAPL' })).rejects.toThrow(TypeError)
  // @ts-expect-error the path needs a class
  await rest.get('tick', { code: 'AAPL' })
  // @ts-expect-error an indicator needs a name
  await rest.get('indicator', { class: 'stock', code: 'AAPL' })
  // @ts-expect-error no such parameter
  await rest.get('symbols', { market: 'US' })
  const { data } = await rest.get('kline', { class: 'stock', code: 'AAPL' })
  // @ts-expect-error the data is a list of bars
  const text: string = data
  expect([requests.length, text]).toEqual([4, []])
})
