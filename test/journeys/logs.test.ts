import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/fixtures/free-port.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type Spawned, spawnProduct } from '#test/fixtures/spawned.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'
import { missing, panelQueries, rulesOf } from '../../tools/deploy/queries.ts'

const key = 'tw_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXyZ1'

const started = new AsyncDisposableStack()
let product: Spawned
let metrics = ''

beforeAll(async () => {
  const dataDir = started.use(await usedDataDir())
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  product = started.use(await spawnProduct(dataDir.path, { METRICS_PORT: String(port), ACCESS_LOG: 'on' }))
  await product.ready()
  for (const [path, init] of wrongRequests) await (await fetch(product.site + path, init)).arrayBuffer()
  await (await fetch(`${product.api}/stock/kline?token=${key}`)).arrayBuffer()
  await (
    await fetch(`${product.api}/crypto/kline?region=BA&code=BTCUSD&kType=1&limit=1&token=tw_demo_public`)
  ).arrayBuffer()
  await leaveEarly(product.site)
})
afterAll(() => started.disposeAsync())

test('every query of the alert rules and of the dashboard reads metrics and labels that the product has', async () => {
  const [rules, dashboard] = await Promise.all([
    readFile('deploy/prometheus/tapewire-alerts.yaml', 'utf8'),
    readFile('deploy/grafana/tapewire-dashboard.json', 'utf8'),
  ])
  const queries = [...rulesOf(rules).map(({ expr }) => expr), ...panelQueries(dashboard)]
  expect(queries.length).toBeGreaterThan(50)
  // The feed and the payment watchers start within seconds, so their metrics appear later.
  await expect.poll(async () => missing(queries, await (await fetch(metrics)).text())).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) didNotRun('the check of the metrics with promtool', 'no promtool on this machine')

test.runIf(hasPromtool)('promtool accepts the names and types of the metrics', async () => {
  const input = await (await fetch(metrics)).text()
  const { stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  expect(stdout + stderr).toBe('')
})

test('invalid requests leave only JSON lines in the log, without secrets and without errors', async () => {
  product.child.kill('SIGTERM')
  expect(await product.ended()).toBe(0)

  const lines = product.output().trim().split('\n')
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.filter(({ level, from }) => level === 'error' || from === 'stderr')).toEqual([])
  expect(logged.filter((line) => 'stack' in line || 'error' in line)).toEqual([])
  expect(product.output()).not.toContain(key.slice(8))
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 'info', message: 'request refused', status: 400, reason: 'bad_json' }),
  )
  for (const status of [400, 404, 405])
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', message: 'page refused', status }))
  const requests = logged.filter(({ message }) => message === 'request')
  expect(requests).toContainEqual(expect.objectContaining({ route: '/crypto/kline', status: 200, keyId: 'demo' }))
  expect(requests).toContainEqual(expect.objectContaining({ route: '/stock/kline', status: 401, keyId: null }))
  expect(requests).toContainEqual(expect.objectContaining({ method: 'POST', route: '/api/contact', status: 400 }))
})

const json = { 'content-type': 'application/json' }

const wrongRequests: [string, RequestInit][] = [
  [`/en-US/%zz/${key}`, {}],
  [`/en-US/nope/${key}`, {}],
  [`/nope?token=${key}`, { headers: { cookie: `authorization=${key}` } }],
  [`/en-US/nope.data?key=${key}`, {}],
  ['/en-US/pricing', { method: 'POST' }],
  ['/en-US/pricing', { method: 'DELETE' }],
  ['/en-US/login', { method: 'POST' }],
  ['/zh-CN/callback', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b' }],
  ['/api/contact', { method: 'POST', headers: json, body: `{"name": "${key}"` }],
  [`/api/${key}`, {}],
  ['/api/contact', { method: 'PUT' }],
  ['/api/keys', { headers: { authorization: `Bearer ${key}` } }],
]

/** Requests a page and closes the connection before the response. */
function leaveEarly(site: string): Promise<void> {
  const { hostname, port } = new URL(site)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /en-US/login?x=1 HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`, () => {
        socket.destroy()
        resolve()
      })
    })
  })
}
