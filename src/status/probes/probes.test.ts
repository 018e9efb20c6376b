import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { followStatus } from '../follow.ts'
import { feedState, probeAll } from './probe.ts'
import { keepRound, probeInTurn } from './probe-loop.ts'

/** Answers like the site and the gateway, until a test makes it fail. */
let server: Server
let failing = 0
let isStarting = false
const requests: string[] = []
let ctx: TestPlatform
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    const isFault = request.url === '/market/status' && failing > 0
    if (isFault) failing -= 1
    if (isStarting && request.url !== '/market/status') response.writeHead(503).end('{}')
    else response.writeHead(isFault || failing === Number.POSITIVE_INFINITY ? 500 : 200).end('{}')
  })
  const sockets = new WebSocketServer({ server, verifyClient: (_, accept) => accept(!isStarting, 503) })
  sockets.on('connection', (socket) => {
    socket.send(JSON.stringify({ code: 1, msg: 'Connected Successfully' }))
    if (failing === Number.POSITIVE_INFINITY) socket.close(4001)
    else socket.send(JSON.stringify({ code: 1, resAc: 'auth', msg: 'authenticated' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ctx = opened.use(
    await testPlatform({
      clickhouse: true,
      now: '2026-11-23T15:30:00Z',
      settings: {
        ...{ PUBLIC_URL: 'https://example.com', API_URL: 'https://api.example.com' },
        ...{ STATUS_SITE_URL: address, STATUS_API_URL: address },
      },
    }),
  )
})
afterAll(async () => {
  await opened.disposeAsync()
  server.closeAllConnections()
  server.close()
})

/** Makes the second attempt without waiting for the test's clock. */
const atOnce = { waitMs: 0 }
const stateOf = async (component: string) =>
  (await probeAll(ctx, atOnce)).find((probe) => probe.component === component)?.state ?? null

test('the site and the API are probed under their public host names, and a component that fails counts as down', async () => {
  await writeFigures(ctx, 'gateway', { 'market:stock$US': ctx.clock.now() - 400 })
  const up = Object.fromEntries((await probeAll(ctx, atOnce)).map(({ component, state }) => [component, state]))
  expect(up).toMatchObject({ site: 'up', rest: 'up', stream: 'up', history: 'up', 'feed.stock': 'up' })
  expect(up).toMatchObject({ 'payments.TRC20': 'down', 'payments.ETC20': 'down' })
  expect(up).not.toHaveProperty('feed.crypto')
  expect(requests.toSorted()).toEqual(['api.example.com /market/status', 'example.com /robots.txt'])
  failing = Number.POSITIVE_INFINITY
  const down = Object.fromEntries((await probeAll(ctx, atOnce)).map(({ component, state }) => [component, state]))
  expect(down).toMatchObject({ site: 'down', rest: 'down', stream: 'down', history: 'up' })
  failing = 0
})

test('a status component is up if one probe fails and the next probe succeeds', async () => {
  failing = 1
  expect(await stateOf('rest')).toBe('up')
  expect(failing).toBe(0)
})

test('a status component whose process is starting is not counted as down', async () => {
  isStarting = true
  expect([await stateOf('site'), await stateOf('stream')]).toEqual([null, null])
  isStarting = false
  expect([await stateOf('site'), await stateOf('stream')]).toEqual(['up', 'up'])
})

test('a feed is up, degraded, down or idle, depending on how many of its open markets are silent', async () => {
  expect([feedState(2, 0), feedState(2, 1), feedState(2, 2), feedState(0, 0)]).toEqual([
    'up',
    'degraded',
    'down',
    'idle',
  ])
  const silentAt = ctx.clock.now() - 200_000
  await writeFigures(ctx, 'gateway', { 'market:stock$US': silentAt, 'market:indices$': silentAt })
  expect([await stateOf('feed.stock'), await stateOf('feed.indices')]).toEqual(['down', 'down'])
})

test('two probes of the same time count once in the figures of the day, and figures over 90 days old are deleted', async () => {
  const { db } = ctx.postgres
  const probe = { component: 'rest', state: 'up', ms: 3 } as const
  const day = Date.parse('2026-11-23')
  await keepRound(ctx, [probe], day - 91 * dayMs)
  for (const at of [day + 30_000, day + 30_000, day + 60_000]) await keepRound(ctx, [probe], at)
  await keepRound(ctx, [{ ...probe, state: 'down' }], day + 90_000)
  const days = () =>
    sql<{ day: string; up: number; down: number }>`select day::text, up, down from status_day
      where component = 'rest' order by day`.execute(db)
  expect((await days()).rows.at(-1)).toEqual({ day: '2026-11-23', up: 2, down: 1 })
  expect((await days()).rows).toHaveLength(2)
  await keepRound(ctx, [], day + dayMs)
  expect((await days()).rows).toEqual([{ day: '2026-11-23', up: 2, down: 1 }])
})

test('only one of two processes probes the components, once every thirty seconds, and the report shows the results', async () => {
  await using status = await followStatus(ctx)
  await using _first = await probeInTurn(ctx)
  await using _second = await probeInTurn(ctx)
  const before = requests.length
  const rounds = async () =>
    (
      await sql<{ at: Date }>`select distinct at from status_probe where component = 'site' order by at`.execute(
        ctx.postgres.db,
      )
    ).rows.map(({ at }) => at.getTime())
  const start = ctx.clock.now()
  await ctx.clock.advance(5_000)
  await expect.poll(rounds).toEqual([start])
  expect(requests.slice(before).filter((request) => request.endsWith('/robots.txt'))).toHaveLength(1)
  // On a busy machine the lease may pass to the other process, which waits again before its first round.
  await expect
    .poll(async () => {
      await ctx.clock.advance(5_000)
      return (await rounds()).slice(0, 2)
    })
    .toEqual([start, start + 30_000])
  await expect.poll(() => status.report().components.find(({ name }) => name === 'site')).toMatchObject({ state: 'up' })
})

test('if the probes cannot be read, the status report keeps the uptime and shows the current state as unknown', async () => {
  await keepRound(ctx, [{ component: 'site', state: 'up', ms: 1 }], ctx.clock.now())
  await using status = await followStatus(ctx)
  expect(status.report().components.find(({ name }) => name === 'site')?.state).toBe('up')
  const { db } = ctx.postgres
  await sql`alter table status_probe rename to taken_away`.execute(db)
  await ctx.clock.advance(90_000)
  const { state, at, components } = status.report()
  expect([state, at]).toEqual(['unknown', null])
  expect(components.find(({ name }) => name === 'site')).toMatchObject({ state: 'unknown', uptime: 100 })
  await sql`alter table taken_away rename to status_probe`.execute(db)
  await keepRound(ctx, [{ component: 'site', state: 'up', ms: 1 }], ctx.clock.now())
  await expect.poll(() => status.report().components.find(({ name }) => name === 'site')?.state).toBe('up')
})

test('the report shows the probe of the current time, even if a clock that was ahead stored probes with later times', async () => {
  const now = Math.floor(ctx.clock.now() / 30_000) * 30_000
  const rest = async (at: number, state: 'up' | 'down') => keepRound(ctx, [{ component: 'rest', state, ms: 1 }], at)
  for (const at of [now - 30_000, now, now + 30_000, now + 600_000]) await rest(at, 'up')
  await rest(now, 'down')
  await using status = await followStatus(ctx)
  expect(status.report().components.find(({ name }) => name === 'rest')).toMatchObject({ state: 'down', at: now })
})

test('a clock that is set back during a round does not stop the probes', async () => {
  await using _probing = await probeInTurn(ctx)
  server.once('request', () => ctx.clock.correct(-hourMs))
  const before = ctx.clock.now()
  const rounds = async () =>
    (
      await sql<{
        at: Date
      }>`select at from status_probe where component = 'site' and at < ${new Date(before - hourMs / 2)}
        and at > ${new Date(before - hourMs)}`.execute(ctx.postgres.db)
    ).rows.length
  await expect
    .poll(async () => {
      await ctx.clock.advance(5_000)
      return rounds()
    })
    .toBeGreaterThan(1)
})
