import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlertWatch, drillAlerts, hasPrometheus } from '#lab/drills/cluster/alerts.ts'
import { type Cluster, membersOf, startCluster } from '#lab/drills/cluster/cluster.ts'
import { type DrillResult, drillCluster } from '#lab/drills/cluster/drill.ts'
import { drillReport } from '#lab/drills/cluster/report.ts'
import { payableOrder } from '#test/fixtures/backup-journey.ts'
import { call, signUp } from '#test/fixtures/customer.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { redisServer } from '#test/fixtures/redis.ts'
import { Listener } from '#test/fixtures/stream.ts'

/**
 * `npm run drill -- cluster` runs for half an hour with more processes, requests, sockets and faults, and writes its
 * report.
 */
const { TAPEWIRE_DRILL_SECONDS, TAPEWIRE_DRILL_SEED, TAPEWIRE_DRILL_REPORT } = process.env
const seconds = Number(TAPEWIRE_DRILL_SECONDS ?? 0)
const seed = Number(TAPEWIRE_DRILL_SEED ?? 1)
/** Whether the drill is long. A drill of less than five minutes has the processes and the load of the test. */
const isLong = seconds >= 300
const load = isLong ? { perSecond: 200, sockets: 300, customers: 8 } : { perSecond: 40, sockets: 12, customers: 2 }
const size =
  seconds > 0
    ? { seed, seconds, faults: Number.POSITIVE_INFINITY, lastsMsMax: 8_000, longEvery: 6, ...load }
    : { seed, seconds: 60, faults: 4, lastsMsMax: 600, longEvery: Number.POSITIVE_INFINITY, ...load }

/**
 * In a long drill each role has a second process that can take over. Otherwise only the gateway has a second process.
 */
const processes = isLong ? { site: 2, gateway: 2, feed: 2, payments: 2 } : { site: 1, gateway: 2, feed: 1, payments: 1 }

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('two processes of each role', 'no redis-server and no valkey-server on this machine')

const hasAlerts = hasRedis && seconds > 0 && hasPrometheus()
if (seconds > 0 && !hasPrometheus()) didNotRun('the alerts of a cluster', 'no prometheus on this machine')

const started = new AsyncDisposableStack()
let cluster: Cluster

beforeAll(
  async () => {
    if (hasRedis) cluster = started.use(await startCluster(processes))
  },
  180_000 + (seconds > 0 ? 420_000 : 0),
)
afterAll(() => started.disposeAsync())

test.runIf(hasRedis)(
  'with a process per role a customer signs up, pays, reads from both gateways, and revokes the key',
  async () => {
    const { site } = cluster
    const customer = await signUp(site, 'ada@example.com')
    const order = await payableOrder(customer, 'integrated-base')
    await call(site, '/dev/wallet/pay', { network: order.network, address: order.address, amount: order.missing })
    const paid = async () => (await customer.call(`/api/order/${order.orderNo}`)).body.data.status
    await expect.poll(paid, { interval: 100 }).toBe(1)
    const [bought] = (await customer.call('/api/keys')).body.data
    const { key } = (await customer.call(`/api/keys/${bought.id}/reveal`, {})).body.data
    const gateways = membersOf(cluster, 'gateway')
    const quote = async (api: string) => {
      const { status, body } = await call(api, '/crypto/quote?region=BA&code=BTCUSD', undefined, { token: key })
      return [status, body.error ?? null]
    }
    const clients: Listener[] = []
    for (const { url } of gateways) {
      await expect.poll(() => quote(url)).toEqual([200, null])
      const client = new Listener(`${url.replace('http', 'ws')}/crypto?events=1`, { token: key })
      await client.next(({ resAc }) => resAc === 'auth')
      client.send({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick' })
      clients.push(client)
    }
    const [first, second] = await Promise.all(clients.map((client) => client.next(({ data }) => data?.type === 'tick')))
    expect([first.data.s, second.data.s]).toEqual(['BTCUSD', 'BTCUSD'])
    expect((await customer.call(`/api/keys/${bought.id}/revoke`, {})).status).toBe(200)
    for (const { url } of gateways) await expect.poll(() => quote(url)).toEqual([401, 'key_revoked'])
    expect(await Promise.all(clients.map((client) => client.ended()))).toEqual([
      expect.objectContaining({ code: 4001 }),
      expect.objectContaining({ code: 4001 }),
    ])
  },
)

test.runIf(hasRedis)(
  'while processes and stores are killed, paused, slowed and cut off, no write or tick is lost or doubled',
  async () => {
    const customer = await signUp(cluster.site, 'reader@example.com')
    const dataDir = membersOf(cluster, 'site')[0]?.dataDir ?? ''
    await operate(dataDir, 'subscription grant', customer.email, '--plan', 'integrated-enterprise', '--months', '1')
    const say = (line: string) => {
      if (TAPEWIRE_DRILL_REPORT) process.stdout.write(`${line}\n`)
    }
    await using watch = hasAlerts ? await AlertWatch.start(cluster) : null
    const alerted = watch ? await drillAlerts(cluster, customer.key, watch, say) : []
    expect(alerted.flatMap(({ others }) => others)).toEqual([])
    const result = await drillCluster(cluster, customer.key, size, { watch, say })
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, drillReport(result, alerted))
    const found = faultsIn(result)
    expect(found, JSON.stringify(found)).toEqual({
      lost: [],
      recorded: [],
      unexplained: [],
      alerts: [],
      gaps: 0,
      missing: 0,
      doubled: 0,
      differing: 0,
      examples: [],
    })
    expect(Math.min(...Object.values(result.promised))).toBeGreaterThan(0)
    expect([result.pushed > 0, result.followers.ticks > 0, result.skipped]).toEqual([true, true, 0])
  },
  240_000 + seconds * 2_000 + (hasAlerts ? 1_800_000 : 0),
)

function faultsIn({ lost, recorded, unexplained, followers, alerts: compared }: DrillResult) {
  const alerts = compared ? [...compared.missing, ...compared.unexplained] : []
  const { gaps, missing, doubled, differing, examples } = followers
  return { lost, recorded, unexplained: unexplained.slice(0, 20), alerts, gaps, missing, doubled, differing, examples }
}
