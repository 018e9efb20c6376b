import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { httpTransport, jsonRpc } from './json-rpc.ts'
import { kindOfError } from './rpc-fault.ts'

test('an endless chunked response of a node is cut off at the size limit, and its connection is closed', async () => {
  const closed = Promise.withResolvers<number>()
  const server = createServer((_request, response) => {
    let sent = 0
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1_024))) sent += 1_024
      sent += 1_024
    }
    response.on('drain', more).on('close', () => closed.resolve(sent))
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const call = jsonRpc(httpTransport({ url: `http://127.0.0.1:${port}`, headers: {} }, 10_000, 64 * 1024))
  await expect(call('eth_getLogs', [])).rejects.toMatchObject({ kind: 'unreachable', message: /larger than 65536/ })
  expect(await closed.promise).toBeLessThan(16 * 1024 * 1024)
  await new Promise((resolve) => server.close(resolve))
})

test('a node response with HTTP 429 counts as a rate limit, even with a JSON-RPC error in its body', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"exceed max block range"}}'
  await expect(jsonRpc(async () => ({ status: 429, body }))('eth_getLogs', [])).rejects.toMatchObject({
    kind: 'rate_limited',
  })
})

test.each([
  [-32005, 'daily request count exceeded, request rate limited', 'rate_limited'],
  [429, 'Your app has exceeded its compute units per second capacity', 'rate_limited'],
  [-32007, '15/second request limit reached - too many requests', 'rate_limited'],
  [-32005, 'query returned more than 10000 results', 'range_limit'],
  [-32602, 'exceed max block range: 5000', 'range_limit'],
  [-32614, 'eth_getLogs is limited to a 10,000 range', 'range_limit'],
  [-32600, 'You can make eth_getLogs requests with up to a 500 block range.', 'range_limit'],
  [-32000, 'requested too many blocks from 1 to 9000, maximum is set to 2048', 'range_limit'],
  [-32602, 'exceed max topics: 1000', 'topic_limit'],
  [-32602, 'TAG finalized not supported', 'rpc_error'],
  [-32603, 'internal error', 'rpc_error'],
  [-32701, 'Please specify an address in your request', 'rpc_error'],
  [-32000, 'header not found', 'rpc_error'],
])('the JSON-RPC error %i "%s" is of the kind %s', (code, message, kind) => {
  expect(kindOfError(code, message)).toBe(kind)
})
