import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { pgbouncer, startPgbouncer } from '#test/fixtures/pgbouncer.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

/** `npm run drill -- postgres` stops the database for longer. */
const awayMs = Number(process.env.TAPEWIRE_DRILL_AWAY_MS ?? 500)

/** A proxy for PostgreSQL. `open`: forwards; `shut`: refuses connections; `stuck`: accepts but never answers. */
async function openProxy(path: string) {
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

const bitcoin = 'region=BA&code=BTCUSD'
const dataCalls = [
  `/crypto/quote?${bitcoin}`,
  `/crypto/tick?${bitcoin}`,
  `/crypto/depth?${bitcoin}`,
  `/crypto/kline?${bitcoin}&interval=1m&limit=5`,
  `/crypto/kline?${bitcoin}&interval=1d&limit=5`,
  `/crypto/indicator?${bitcoin}&interval=1d&name=macd&limit=3`,
  '/crypto/quotes?region=BA&codes=BTCUSD,ETHUSD',
  `/symbol/info?${bitcoin}`,
  '/symbol/web/page?code=btc&size=2',
  '/account/limits',
]

/** Requests market data with a customer's key, one call after another. Resolves when each call has succeeded once. */
async function requestData({ ctx, api }: TestProduct) {
  const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
  const request = async (call: string) => {
    const answer = await fetch(api + call, { headers: { token: secret } })
    return { call, status: answer.status, text: await answer.text() }
  }
  for (const call of dataCalls) while ((await request(call)).status !== 200) await sleep(50)
  const failed: Awaited<ReturnType<typeof request>>[] = []
  const stop = new AbortController()
  let answered = 0
  const requesting = (async () => {
    while (!stop.signal.aborted) {
      for (const call of dataCalls) {
        const answer = await request(call)
        if (answer.status === 200) answered += 1
        else failed.push(answer)
      }
      await sleep(20)
    }
  })()
  return {
    failed,
    get answered() {
      return answered
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await requesting
    },
  }
}

test(
  'while PostgreSQL is unavailable, data calls and public pages work and other calls get 503; later all calls work again',
  async () => {
    await using dir = await usedDataDir()
    await using database = await startEmbeddedPostgres({ dir: join(dir.path, 'postgres'), log: silentLog })
    await using proxy = await openProxy(`${database.connection.host}/.s.PGSQL.5432`)
    await using product = await testProduct({
      DATA_DIR: dir.path,
      DATABASE_URL: `postgres://tapewire@127.0.0.1:${proxy.port}/postgres`,
    })
    const mails = () =>
      fetch(`${product.site}/dev/mailbox.json`, { headers: { lang: 'en-US' }, signal: AbortSignal.timeout(10_000) })
    for (const state of ['shut', 'stuck'] as const) {
      expect((await mails()).status).toBe(200)
      await using dataRequests = await requestData(product)
      proxy.set(state)
      const answer = await mails()
      expect(await answer.json()).toMatchObject({
        code: 503,
        error: 'server_busy',
        msg: 'Server is busy, please try again later.',
      })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect((await fetch(`${product.site}/healthz/live`)).status).toBe(200)
      for (const path of [
        ...['/en-US', '/zh-CN/products/stocks', '/en-US/products/crypto'],
        ...['/en-US/status', '/zh-HK/status', '/status.json', '/en-US/status/rss.xml'],
      ])
        expect([path, (await fetch(product.site + path)).status]).toEqual([path, 200])
      await sleep(awayMs)
      expect(dataRequests.failed).toEqual([])
      expect(dataRequests.answered).toBeGreaterThan(awayMs / 100)
      console.log(`${state} for ${awayMs} ms: ${dataRequests.answered} data requests answered, none failed`)

      // Closes the connections that wait for a response.
      proxy.set('shut')
      proxy.set('open')
      while ((await mails()).status !== 200) await sleep(50)
    }
  },
  180_000 + 2 * awayMs,
)

test('a start with an unreachable ClickHouse is refused with an error message', async () => {
  const port = await freePort()
  const start = testProduct({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` })
  await expect(start).rejects.toThrow('ClickHouse at CLICKHOUSE_URL cannot be reached')
})

test('a start with an unreachable PostgreSQL is refused with an error message', async () => {
  const port = await freePort()
  const start = testProduct({ DATABASE_URL: `postgres://a@127.0.0.1:${port}/a` })
  await expect(start).rejects.toThrow('PostgreSQL at DATABASE_URL cannot be reached')
})

const hasPgbouncer = pgbouncer() !== null
if (!hasPgbouncer) didNotRun('a start behind a pooler', 'there is no pgbouncer')

test.skipIf(!hasPgbouncer)(
  'a start with a pooler in transaction mode as database is refused with an error message',
  async () => {
    await using pooler = await startPgbouncer(inject('postgres'))
    const { user, port, database } = pooler.connection
    const start = testProduct({ DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${database}` })
    await expect(start).rejects.toThrow('Set DATABASE_DIRECT_URL to the address of PostgreSQL itself')
  },
)
