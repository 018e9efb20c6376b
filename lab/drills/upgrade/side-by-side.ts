import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Balancer, openBalancer } from '#lab/drills/cluster/balancer.ts'
import { type Promised, WritingCustomers } from '#lab/drills/cluster/customers.ts'
import { requestAtRate } from '#lab/drills/cluster/data-load.ts'
import { type Failure, Requests } from '#lab/drills/cluster/requests.ts'
import { openStores } from '#lab/drills/cluster/stores.ts'
import { newRing } from '#src/platform/data-dir/keyring.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { commitOf } from './last-release.ts'

export type UpgradeResult = {
  release: string
  requests: number
  skipped: number
  promised: Promised
  failures: string[]
  lost: string[]
}

const phaseMs = Number(process.env.TAPEWIRE_DRILL_PHASE_MS ?? 20_000)
const perSecond = 40
const customersCount = 4
const paidWithinMs = 60_000
/** Longer than the balancers need to notice a change: 500 ms × 2. */
const drainSeconds = '3'

/**
 * The last release serves under load. This release starts on the same stores and migrates them; then both releases
 * serve. The last release stops, and this release continues. Every request must be answered, and every acknowledged
 * change must be there at the end.
 */
export async function upgradeUnderLoad(release: string, say: (line: string) => void): Promise<UpgradeResult> {
  await using stack = new AsyncDisposableStack()
  const stores = stack.use(await openStores(emptyStores()))
  const environment: Record<string, string> = { KEYRING: stores.keyring, LOG_LEVEL: 'warn', PROCESSES: '1' }
  for (const store of stores.all) Object.assign(environment, store.setting(stack.use(await store.link())))
  const ports = await Promise.all([0, 1].map(async () => ({ site: await freePort(), api: await freePort() })))
  const dataDirs = [stack.use(await temporaryDataDir()).path, stack.use(await temporaryDataDir()).path]
  const start = async (which: 0 | 1, cwd: string): Promise<Spawned> => {
    const { site = 0, api = 0 } = ports[which] ?? {}
    const own = { PORT: `${site}`, API_PORT: `${api}`, DRAIN_SECONDS: drainSeconds }
    const product = stack.use(await spawnProduct(dataDirs[which] ?? '', { ...environment, ...own }, [], cwd))
    await product.ready()
    return product
  }
  const old = await start(0, release)
  const [site, api] = await Promise.all(
    (['site', 'api'] as const).map(
      async (name): Promise<Balancer> => stack.use(await openBalancer(ports.map((each) => each[name]))),
    ),
  )
  const [siteUrl, apiUrl] = [site?.url ?? '', api?.url ?? '']
  const reader = await signUp(siteUrl, 'reader@example.com')
  await operate(
    dataDirs[0] ?? '',
    'subscription grant',
    reader.email,
    '--plan',
    'integrated-enterprise',
    '--months',
    '1',
  )
  const requests = new Requests()
  const customers = new WritingCustomers(requests, siteUrl, generator(1))
  await customers.join(customersCount)
  customers.begin()
  const load = stack.use(requestAtRate(requests, { api: apiUrl, site: siteUrl, key: reader.key, perSecond }))
  const phase = async (name: string) => {
    await sleep(phaseMs)
    await customers.revokeOne()
    say(`${name}: ${requests.count} requests, ${requests.failures.length} failed`)
  }
  await phase('the last release alone')
  const next = await start(1, process.cwd())
  say(`this release is ready: ${requests.count} requests, ${requests.failures.length} failed`)
  await phase('both releases')
  old.child.kill('SIGTERM')
  await old.ended()
  await phase('this release alone')
  await load[Symbol.asyncDispose]()
  await customers.stop()
  const lost = await customers.lost(paidWithinMs)
  const logs = `${old.output()}${next.output()}`.split('\n')
  return {
    release: await commitOf(release),
    requests: requests.count,
    skipped: load.skipped(),
    promised: customers.promised,
    failures: requests.failures.map((failure) => describeFailure(failure, logs)),
    lost,
  }
}

async function emptyStores(): ReturnType<typeof temporaryDataDir> {
  const folder = await temporaryDataDir()
  await writeFile(join(folder.path, 'keyring'), newRing())
  return folder
}

function describeFailure({ kind, what, status, error, requestId }: Failure, logs: readonly string[]): string {
  const logged = requestId === null ? undefined : logs.find((line) => line.includes(requestId))
  return `${kind} ${what}: ${status} ${error}; ${logged?.slice(0, 2_000) ?? 'nothing logged'}`
}
