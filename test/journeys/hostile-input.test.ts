import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Attack, hostileInputs } from '#lab/hostile/attacks.ts'
import { fuzz } from '#lab/hostile/fuzz.ts'
import { hostileFrames, hostileMessages } from '#lab/hostile/messages.ts'
import { describeReport, emptyReport, type Report, send } from '#lab/hostile/onslaught.ts'
import { allEndpoints, type Endpoint, endsSession, errorPage } from '#lab/hostile/routes.ts'
import { sampleAttacks } from '#lab/hostile/sample.ts'
import { sendFrames, sendMessages } from '#lab/hostile/socket-attacks.ts'
import { startTarget, type Target } from '#lab/hostile/target.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

/** Each route gets the same sample of inputs in each run. `npm run fuzz -- --all` sends every input to every route. */
const seed = 20_260_105
const growthMax = 64 * 1024 * 1024
const mebibyte = 1024 * 1024

const started = new AsyncDisposableStack()
let target: Target
let endpoints: Endpoint[]

beforeAll(async () => {
  endpoints = await allEndpoints()
  target = started.use(await startTarget(started.use(await usedDataDir()).path))
})

afterAll(() => started.disposeAsync())

test('the fixture has at least 200 distinct hostile inputs', () => {
  expect(new Set(hostileInputs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(200)
})

test('the sampled requests use every hostile input at least once, and send at least one hostile input to every route', () => {
  const attacks = sampleAttacks(endpoints, seed)
  const byInput = Map.groupBy(attacks, ({ name }) => name)
  const byRoute = Map.groupBy(attacks, ({ endpoint }) => endpoint.route)
  const routesOf = (name: string) => new Set(byInput.get(name)?.map(({ endpoint }) => endpoint.route)).size
  expect(hostileInputs.map(({ name }) => name).filter((name) => routesOf(name) < 1)).toEqual([])
  expect(endpoints.map(({ route }) => route).filter((route) => !byRoute.has(route))).toEqual([])
})

test('the endpoints that get hostile input include calls, pages, data ingestion and MCP', () => {
  const names = new Set(endpoints.map(({ method, origin, path }) => `${method} ${origin}${path}`))
  const expected = [
    'POST site/api/auth/signin',
    'POST site/api/keys/{id}/reveal',
    'POST site/api/operator/uploads',
    'PUT site/api/alerts/webhook',
    'POST site/api/team/invites',
    'POST gateway/mcp',
    'POST gateway/ingest/trades',
    'GET gateway/{class}/kline',
    'GET gateway/files/{class}/{region}/{date}.{form}',
    'GET site/en-US/payment/{no}.data',
    'POST site/zh-HK/login',
  ]
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

test('the test of hostile inputs detects a response 500 and a blocked event loop', async () => {
  const report = emptyReport()
  await send(target, [{ endpoint: errorPage, name: 'a right request', change: {} }], report)
  expect(report.faults).toMatchObject([{ status: 500 }])
  await target.longestBlock()
  await target.block()
  expect(await target.longestBlock()).toBeGreaterThan(100)
})

test('the test of hostile inputs detects a gateway that closes each socket, and one that opens none', async () => {
  const wrongKey: Target = { ...target, customer: async () => ({ ...(await target.customer()), key: 'none' }) }
  const wrongPort: Target = { ...target, gateway: target.site }
  const report = emptyReport()
  await sendMessages(wrongKey, ['{}'], report)
  await sendMessages(wrongPort, ['{}'], report)
  await sendFrames(wrongPort, hostileFrames.slice(0, 1), report)
  expect([...new Set(report.faults.map(({ attack }) => attack.replace(/^\/\S+/, 'socket')))]).toEqual([
    'socket ping',
    'socket handshake',
    'frame handshake',
  ])
})

test('no sampled hostile input causes a fault or blocks the event loop, and memory grows by less than 64 MiB', {
  timeout: 300_000,
}, async () => {
  const report = emptyReport()
  await warmUp(report)
  const before = await target.memory()
  await send(target, sampleAttacks(endpoints, seed), report)
  await sendMessages(target, evenSample(hostileMessages, 60), report)
  await sendFrames(target, hostileFrames, report)
  await fuzz(target, endpoints, seed, report, () => false)
  const grown = (await target.memory()) - before
  console.log(`seed ${seed}, ${describeReport(report)}, ${Math.round(grown / mebibyte)} MiB grown`)
  if (report.faults.length > 0) console.log(target.output().slice(-20_000))
  expect(await target.isAlive()).toBe(true)
  expect(report.faults).toEqual([])
  expect(report.blocks).toEqual([])
  expect(grown).toBeLessThan(growthMax)
})

/** The first requests load code and fill caches, which must not count as growth. */
async function warmUp(report: Report): Promise<void> {
  const right = endpoints
    .filter((endpoint) => !endsSession(endpoint) && (endpoint.kind === 'call' || isEnglishDocument(endpoint)))
    .map((endpoint): Attack => ({ endpoint, name: 'a right request', change: {} }))
  await send(target, right, report)
  await sendMessages(target, evenSample(hostileMessages, 30), report)
}

function isEnglishDocument({ method, path }: Endpoint): boolean {
  return method === 'GET' && path.startsWith('/en-US') && !path.endsWith('.data')
}

function evenSample<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count)
  return list.filter((_, n) => Math.floor((n + 1) / step) > Math.floor(n / step))
}
