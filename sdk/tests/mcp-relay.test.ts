import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Relay } from '#sdk/mcp/relay.ts'

type Answer = { status: number; body: string; type?: string }

/** The messages that the relay gives the client for a request with the id 7, and the paths that the gateway saw. */
async function relayed({ status, body, type = 'application/json' }: Answer, path = '') {
  const paths: unknown[] = []
  const server = createServer(({ url }, response) => {
    paths.push(url)
    response.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const said: object[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const say = (message: object) => {
    said.push(message)
    resolve()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const relay = new Relay({ url, key: 'a key', say })
  relay.line(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' }))
  await promise
  server.close()
  return { said, paths }
}

const refused = (message: string, code = -32_000) => [{ jsonrpc: '2.0', id: 7, error: { code, message } }]

test.each([
  ['an empty body', { status: 502, body: '' }, refused('The gateway answered 502.')],
  ['a page of a proxy', { status: 502, body: '<html>' }, refused('The gateway answered 502.')],
  ['an empty event stream', { status: 200, body: '', type: 'text/event-stream' }, refused('The gateway answered 200.')],
  [
    'an error without an id',
    { status: 400, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}' },
    refused('no batches', -32_600),
  ],
  [
    'a refusal of the gateway',
    { status: 401, body: '{"code":401,"msg":"There is no key.","error":"key_missing"}' },
    refused('There is no key. (key_missing)'),
  ],
])(
  'the MCP relay answers with an error under the id of the request if the gateway sends %s',
  async (_, answer, said) => {
    expect((await relayed(answer)).said).toEqual(said)
  },
)

test('the MCP relay calls a gateway whose address has a path', async () => {
  const answer = { jsonrpc: '2.0', id: 7, result: {} }
  expect(await relayed({ status: 200, body: JSON.stringify(answer) }, '/market/')).toEqual({
    said: [answer],
    paths: ['/market/mcp'],
  })
})
