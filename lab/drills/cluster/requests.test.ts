import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Requests } from './requests.ts'

test('the drill counts a refusal as a failure, unless the calls of the drill itself cause the refusal', async () => {
  await using server = createServer((request, response) => {
    const isOrder = request.url === '/api/order'
    response.writeHead(isOrder ? 409 : 401).end(JSON.stringify({ error: isOrder ? 'order_unpaid' : 'key_revoked' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests = new Requests()
  await requests.send({ kind: 'live', url: `${url}/crypto/quote` })
  await requests.send({ kind: 'order', url: `${url}/api/order`, method: 'POST' })
  expect(requests.failures).toMatchObject([{ what: 'GET /crypto/quote', status: 401, error: 'key_revoked' }])
  expect([...requests.refused]).toEqual([['POST /api/order 409 order_unpaid', 1]])
})
