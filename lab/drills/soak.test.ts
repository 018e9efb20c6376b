import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { failureOf } from './soak.ts'

test('the soak test reports when a request failed, after how long, and with which response or network error', async () => {
  await using server = createServer((request, response) => {
    if (request.url === '/ended') request.socket.destroy()
    else response.writeHead(request.url === '/good' ? 200 : 503).end(`{"error":"away"}\n${'x'.repeat(500)}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await failureOf(`${url}/good`, {})).toBeNull()
  const at = String.raw`^20\d\d-\d\d-\d\dT[\d:.]+Z, after \d+ ms: ${url}`
  expect(await failureOf(`${url}/bad`, {})).toMatch(new RegExp(`${at}/bad: 503 \\{"error":"away"\\} x{183}$`))
  expect(await failureOf(`${url}/ended`, {})).toMatch(
    new RegExp(`${at}/ended: TypeError: fetch failed, .*other side closed`),
  )
})
