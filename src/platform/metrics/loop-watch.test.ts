import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { logTo } from '../log/log.ts'
import { listen } from '../server/server.ts'
import { LoopWatch } from './loop-watch.ts'
import { Metrics } from './metrics.ts'

/** A watch with a clock that moves only while a request works. */
function watched() {
  const warnings: Record<string, unknown>[] = []
  const log = logTo(({ fields, level, message }) => warnings.push({ level, message, ...fields }), 'info')
  const metrics = new Metrics()
  const time = { now: 0 }
  return { warnings, log, metrics, time, loop: new LoopWatch(log, metrics, () => time.now) }
}

async function serving(work: (path: string) => Promise<void>, world: ReturnType<typeof watched>) {
  const server = await listen({
    setting: 'PORT',
    port: 0,
    host: '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 10, ofAddress: () => 10, trustedProxies: [] },
    log: world.log,
    loop: world.loop,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      world.loop.name(`GET ${pathname.replace(/\d+/, '{id}')}`)
      await work(pathname)
      return new Response('done')
    },
  })
  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { get: (path: string) => fetch(origin + path), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const held = (route: string, ms: number) => ({ level: 'warn', message: 'a request held the event loop', route, ms })

test('a request that blocks the event loop for more than 100 ms is counted, and a warning names its route', async () => {
  const world = watched()
  await using site = await serving(async (path) => {
    world.time.now += path === '/slow/7' ? 250 : 100
  }, world)
  for (const path of ['/quick/1', '/slow/7', '/quick/2']) await (await site.get(path)).text()
  await new Promise(setImmediate)
  expect(world.warnings).toEqual([held('GET /slow/{id}', 250)])
  expect(await world.metrics.text()).toContain('tapewire_event_loop_blocks_total{route="GET /slow/{id}"} 1')
})

test('if a request waits and then blocks the event loop, the warning names that request, not one that arrived meanwhile', async () => {
  const world = watched()
  const waiting = Promise.withResolvers<void>()
  await using site = await serving(async (path) => {
    if (path !== '/waits') return
    await waiting.promise
    world.loop.mark()
    world.time.now += 180
  }, world)
  const first = site.get('/waits')
  await (await site.get('/quick')).text()
  waiting.resolve()
  await (await first).text()
  await new Promise(setImmediate)
  expect(world.warnings).toEqual([held('GET /waits', 180)])
})

test('a request that waits does not count as blocking the event loop', async () => {
  const world = watched()
  await using site = await serving(async () => {
    await sleep(1)
    world.time.now += 900
    await sleep(1)
  }, world)
  await (await site.get('/waits')).text()
  await new Promise(setImmediate)
  expect(world.warnings).toEqual([])
})

test('when two requests use one connection, the warning names only the request that blocks the event loop', async () => {
  const world = watched()
  await using site = await serving(async (path) => {
    world.time.now += path === '/second' ? 101 : 99
  }, world)
  await (await site.get('/first')).text()
  await (await site.get('/second')).text()
  await new Promise(setImmediate)
  expect(world.warnings).toEqual([held('GET /second', 101)])
})

test('if a WebSocket message blocks the event loop, the warning names “stream message” as the cause', async () => {
  const world = watched()
  world.loop.run('stream message', () => {
    world.time.now += 300
  })
  await new Promise(setImmediate)
  expect(world.warnings).toEqual([held('stream message', 300)])
})
