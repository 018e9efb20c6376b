import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'

export async function serveByFastify(json: string): Promise<AsyncDisposable & { port: number }> {
  const app = fastify()
  app.get('/*', (_, reply) => reply.type('application/json; charset=utf-8').send(json))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    port: (app.server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
