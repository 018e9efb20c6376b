import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'

const key = 'tw_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXyZ1'

test('invalid requests leave only JSON lines in the log, without secrets and without errors', async () => {
  await using dataDir = await temporaryDataDir()
  await using product = await spawnProduct(dataDir.path)
  await product.ready()
  for (const [path, init] of wrongRequests) await (await fetch(product.site + path, init)).arrayBuffer()
  await (await fetch(`${product.api}/stock/kline?token=${key}`)).arrayBuffer()
  await leaveEarly(product.site)
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

/** Requests a page and closes the connection before the answer. */
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
