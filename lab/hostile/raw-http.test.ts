import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendRaw } from './raw-http.ts'

test.each([
  ['without 100 Continue', []],
  ['after 100 Continue', [['expect', '100-continue'] as const]],
])('sendRaw returns the status of an event stream that never ends (its headers arrive %s)', async (_when, headers) => {
  await using server = await streaming()
  const answer = await sendRaw({ port: server.port, method: 'POST', target: '/', headers, body: Buffer.from('{}') })
  expect(answer.status).toBe(200)
})

/** A server that answers with an event stream and never ends it. */
async function streaming(): Promise<AsyncDisposable & { port: number }> {
  const begin = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const server = createServer((_request, response) => begin(response))
  server.on('checkContinue', (_request, response: ServerResponse) => {
    response.writeContinue()
    // This sends the rest in a separate packet.
    setTimeout(begin, 20, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
