import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testConfig } from '#test/fixtures/settings.ts'
import { silentLog } from '../log/log.ts'
import { LoopWatch } from '../metrics/loop-watch.ts'
import { Metrics } from '../metrics/metrics.ts'
import { listen } from '../server/server.ts'
import { monitoringSettings } from '../settings.ts'
import { openTracing } from './open-tracing.ts'

type Span = { name: string; traceId: string; parentSpanId?: string; spanId: string; attributes: unknown[] }

async function collector() {
  const spans: Span[] = []
  const requests: { path: string | undefined; token: unknown }[] = []
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    requests.push({ path: incoming.url, token: incoming.headers['x-token'] })
    const { resourceSpans } = JSON.parse(text)
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { spans, asked: requests, endpoint, [Symbol.dispose]: () => void server.close() }
}

test('a request and its statements continue the trace of the caller, and the trace contains no values of the request', async () => {
  using receiver = await collector()
  const failures: unknown[] = []
  const { secrets } = testConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b' })
  const tracing = await openTracing({
    endpoint: receiver.endpoint,
    headers: secrets.of(monitoringSettings).otlpHeaders ?? {},
    resource: { 'service.name': 'tapewire' },
    onFailure: (cause) => void failures.push(cause),
  })
  const loop = new LoopWatch(silentLog, new Metrics())
  const server = await listen({
    setting: 'PORT',
    port: 0,
    host: '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 10, ofAddress: () => 10, trustedProxies: [] },
    log: silentLog,
    loop,
    tracing,
    async fetch() {
      loop.name('GET /orders/{id}')
      await new Promise(setImmediate)
      tracing.noteStatement({ system: 'postgresql', text: 'select $1', ms: 3, failed: false })
      return new Response('done')
    },
  })
  tracing.noteStatement({ system: 'postgresql', text: 'of no request', ms: 1, failed: false })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  await (await fetch(`http://127.0.0.1:${server.port}/orders/71?token=secret`, { headers })).text()
  await server[Symbol.asyncDispose]()
  await tracing[Symbol.asyncDispose]()
  expect(failures).toEqual([])
  expect(receiver.asked).toEqual([{ path: '/v1/traces', token: 'a b' }])
  const request = receiver.spans.find(({ name }) => name === 'GET /orders/{id}')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const statement = receiver.spans.find(({ name }) => name === 'postgresql')
  expect(statement).toMatchObject({ traceId, parentSpanId: request?.spanId })
  expect(receiver.spans).toHaveLength(2)
  expect(JSON.stringify(receiver.spans)).not.toMatch(/secret|orders\/71/)
})
