import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { logTo } from '../log/log.ts'
import { openPostgres } from './postgres.ts'

test('if the server ends a connection while the pool closes it, no warning is logged', async () => {
  await using ctx = await testPlatform()
  const { host = '', port } = ctx.postgresConnection
  let isHeld = false
  // Holds the last message of the client, so that the server ends the connection first.
  const between = createServer({ allowHalfOpen: true }, (client) => {
    const server = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(Number(port), host)
    client.on('data', (bytes) => isHeld || server.write(bytes))
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const warnings: string[] = []
  const connection = { ...ctx.postgresConnection, host: '127.0.0.1', port: (between.address() as AddressInfo).port }
  const postgres = openPostgres({ connection, log: logTo(({ message }) => warnings.push(message), 'warn') })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(postgres.db)
  isHeld = true
  const closed = postgres[Symbol.asyncDispose]()
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(ctx.postgres.db)
  await closed
  between.close()
  await once(between, 'close')
  expect(warnings).toEqual([])
})
