import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { logTo, silentLog } from '../log/log.ts'
import { LoopWatch } from '../metrics/loop-watch.ts'
import { Metrics } from '../metrics/metrics.ts'
import { Requests } from './requests.ts'
import { listen } from './server.ts'

type Line = { message: string; fields: Record<string, unknown> }

/** A server with one route, whose response waits for `gate`. */
async function watched({ gate = Promise.resolve() }: { gate?: Promise<unknown> } = {}) {
  const metrics = new Metrics()
  const loop = new LoopWatch(silentLog, metrics)
  const lines: Line[] = []
  const begun = Promise.withResolvers<void>()
  const log = logTo(({ message, fields }) => void lines.push({ message, fields }), 'info')
  const server = await listen({
    setting: 'PORT',
    port: 0,
    host: '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 10, ofAddress: () => 10, trustedProxies: [] },
    log,
    loop,
    requests: new Requests('site', metrics, log),
    async fetch({ url }) {
      const { pathname } = new URL(url)
      if (!pathname.startsWith('/orders/')) return new Response(null, { status: 404 })
      loop.name('GET /orders/{id}')
      begun.resolve()
      await gate
      return new Response('done')
    },
  })
  const owned = { [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  return {
    ...owned,
    begun: begun.promise,
    metrics,
    lines,
    port: server.port,
    origin: `http://127.0.0.1:${server.port}`,
  }
}

test('requests are counted, timed and logged by route, and no value from a path or a query is recorded', async () => {
  await using site = await watched()
  await (await fetch(`${site.origin}/orders/71?token=secret-of-ada`)).text()
  await (await fetch(`${site.origin}/ada@example.com`)).text()
  await expect.poll(() => site.lines.length).toBe(2)
  const text = await site.metrics.text()
  const labels = 'role="site",method="GET"'
  expect(text).toContain(`tapewire_http_requests_total{${labels},route="/orders/{id}",status="200"} 1`)
  expect(text).toContain(`tapewire_http_requests_total{${labels},route="other",status="404"} 1`)
  expect(text).toContain(`tapewire_http_request_duration_seconds_count{${labels},route="/orders/{id}"} 1`)
  expect(site.lines).toMatchObject([
    { message: 'request', fields: { method: 'GET', route: '/orders/{id}', status: 200 } },
    { message: 'request', fields: { method: 'GET', route: 'other', status: 404 } },
  ])
  expect(Object.keys(site.lines[0]?.fields ?? {}).sort()).toEqual(['bytes', 'method', 'ms', 'route', 'status'])
  expect(JSON.stringify(site.lines) + text).not.toMatch(/ada|71\b/)
})

test('a request is logged as 499 if its client disconnects before the response', async () => {
  const gate = Promise.withResolvers<void>()
  await using site = await watched({ gate: gate.promise })
  const socket = connect(site.port, '127.0.0.1')
  socket.write('GET /orders/7 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await site.begun
  socket.destroy()
  await expect.poll(() => site.lines).toMatchObject([{ fields: { route: '/orders/{id}', status: 499 } }])
  gate.resolve()
})
