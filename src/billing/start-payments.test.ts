import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { callsTo } from './start-payments.ts'

test('requests to RPC nodes contain only the header set for RPC nodes, and requests to the second source only its header', async () => {
  const requests: [path: string | undefined, first: unknown, second: unknown][] = []
  const server = createServer((request, response) => {
    requests.push([request.url, request.headers['x-first'], request.headers['x-second']])
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { nodes, second } = callsTo({
      rpcUrls: [`${url}/a`, `${url}/b`],
      rpcHeader: 'X-First: one',
      secondUrl: `${url}/c`,
      secondHeader: 'X-Second: two: parts',
    })
    for (const call of [...nodes, second]) await call?.('eth_chainId', []).catch(() => {})
    expect(requests).toEqual([
      ['/a', 'one', undefined],
      ['/b', 'one', undefined],
      ['/c', undefined, 'two: parts'],
    ])
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
