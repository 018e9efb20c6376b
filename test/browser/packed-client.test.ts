import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { packClient } from '../../tools/sdk/packages.ts'
import { test } from './test.ts'

const api = () => process.env.TAPEWIRE_API ?? ''

/** A customer's page without a bundler, on a separate origin. */
const html = `<!doctype html><title>A customer's page</title>
<script type="importmap">{ "imports": { "@market-data/client": "/package/dist/index.js" } }</script>`

async function customersSite(folder: string) {
  const file = packClient('typescript', folder)
  execFileSync('tar', ['-xzf', file, '-C', folder])
  const server = createServer(({ url = '/' }, response) => {
    if (url.endsWith('.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(folder, url)))
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('the packed TypeScript client reads bars, follows a market and reconnects, in a page of another origin', async ({
  page,
}) => {
  const folder = test.info().outputPath()
  mkdirSync(folder, { recursive: true })
  const { server, address } = await customersSite(folder)
  try {
    await page.goto(address)
    const found = await page.evaluate(async (apiUrl) => {
      const sockets: WebSocket[] = []
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols)
          sockets.push(this)
        }
      }
      const name = '@market-data/client'
      const { Client } = await import(name)
      const market = new Client({ apiUrl, key: 'tw_demo_public' })
      const bars = await market.rest.kline({ class: 'crypto', code: 'BTCUSD', interval: '1h', limit: 3 })
      const refused = await market.rest
        .quote({ class: 'stock', code: 'NOPE', region: 'US' })
        .catch((error: unknown) => error)
      const states: string[] = []
      market.stream.on('state', ({ kind }: { kind: string }) => states.push(kind))
      const nextTick = () => new Promise<{ symbol: string; ld: number }>((resolve) => market.stream.on('tick', resolve))
      market.stream.subscribe(['crypto:BTCUSD$BA'], ['tick'])
      const before = await nextTick()
      sockets.at(-1)?.close()
      while (states.at(-1) === 'live') await new Promise((resolve) => setTimeout(resolve, 10))
      const after = await nextTick()
      market.stream.close()
      return {
        bars: bars.data.length,
        refused: { kind: refused.kind, error: refused.error },
        before,
        after,
        states,
        sockets: sockets.length,
      }
    }, api())
    expect(found).toMatchObject({
      bars: 3,
      refused: { kind: 'unknown', error: 'unknown_symbol' },
      before: { symbol: 'crypto:BTCUSD$BA' },
      after: { symbol: 'crypto:BTCUSD$BA' },
      sockets: 2,
    })
    expect(found.states).toEqual(expect.arrayContaining(['connecting', 'live', 'waiting', 'connecting', 'live']))
  } finally {
    server.close()
  }
})
