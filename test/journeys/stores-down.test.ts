import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { testProduct } from '#test/fixtures/product.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'

/** A proxy in front of PostgreSQL that is open, shut (refuses connections) or stuck (accepts and never answers). */
async function openDoor(path: string) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let state: 'open' | 'shut' | 'stuck' = 'open'
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'shut') client.destroy()
    if (state !== 'open') return
    const inside = connect(path)
    keep(inside)
    client.pipe(inside).pipe(client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    set(next: typeof state) {
      state = next
      if (next === 'shut') for (const socket of sockets) socket.destroy()
      if (next === 'stuck') for (const socket of sockets) socket.unpipe()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test.each(['shut', 'stuck'] as const)(
  'a PostgreSQL that is %s gives a named error in time, and comes back without a restart',
  async (state) => {
    await using dir = await temporaryDataDir()
    await using database = await startEmbeddedPostgres({ dir: dir.path, log: silentLog })
    await using door = await openDoor(`${database.connection.host}/.s.PGSQL.5432`)
    await using product = await testProduct({ DATABASE_URL: `postgres://tapewire@127.0.0.1:${door.port}/postgres` })
    const mails = () =>
      fetch(`${product.site}/dev/mailbox.json`, { headers: { lang: 'en-US' }, signal: AbortSignal.timeout(10_000) })
    expect((await mails()).status).toBe(200)

    door.set(state)
    const answer = await mails()
    expect(await answer.json()).toMatchObject({
      code: 503,
      error: 'server_busy',
      msg: 'Server is busy, please try again later.',
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${product.site}/healthz/live`)).status).toBe(200)
    for (const path of ['/en-US', '/zh-CN/products/stocks', '/en-US/products/crypto'])
      expect([path, (await fetch(product.site + path)).status]).toEqual([path, 200])

    door.set('open')
    if (state === 'stuck') door.set('shut')
    door.set('open')
    while ((await mails()).status !== 200) await sleep(50)
  },
)

test('a ClickHouse that cannot be reached refuses the start with a sentence', async () => {
  const port = await freePort()
  const start = testProduct({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` })
  await expect(start).rejects.toThrow('ClickHouse at CLICKHOUSE_URL cannot be reached')
})

test('a PostgreSQL that cannot be reached refuses the start with a sentence', async () => {
  const port = await freePort()
  const start = testProduct({ DATABASE_URL: `postgres://a@127.0.0.1:${port}/a` })
  await expect(start).rejects.toThrow('PostgreSQL at DATABASE_URL cannot be reached')
})
