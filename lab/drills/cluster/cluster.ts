import { setTimeout as sleep } from 'node:timers/promises'
import { type Role, roles } from '#src/platform/settings.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { Link } from './link.ts'
import { type ClusterStores, openStores, type StoreName } from './stores.ts'

export type Cluster = AsyncDisposable & {
  stores: ClusterStores
  members: readonly Member[]
  /** The addresses that customers use: the balancers in front of all sites and all gateways. */
  site: string
  api: string
}

type Ports = { site: number; api: number; health: number }

/** A process with one role, which reaches the stores over links. */
export class Member implements AsyncDisposable {
  readonly role: Role
  readonly name: string
  readonly links: ReadonlyMap<StoreName, Link>
  /** The link from the balancer to the port of this member; null without such a port. */
  readonly front: Link | null
  readonly dataDir: string
  readonly #environment: Record<string, string>
  readonly #health: string
  #process: Spawned
  #isKilled = false
  /** Output of the member's earlier, killed processes. */
  #earlier = ''

  private constructor(options: {
    role: Role
    name: string
    links: ReadonlyMap<StoreName, Link>
    front: Link | null
    dataDir: string
    environment: Record<string, string>
    health: string
    process: Spawned
  }) {
    this.role = options.role
    this.name = options.name
    this.links = options.links
    this.front = options.front
    this.dataDir = options.dataDir
    this.#environment = options.environment
    this.#health = options.health
    this.#process = options.process
  }

  static async start(
    stack: AsyncDisposableStack,
    stores: ClusterStores,
    { role, name }: { role: Role; name: string },
  ): Promise<Member> {
    const dataDir = stack.use(await temporaryDataDir()).path
    const links = new Map<StoreName, Link>()
    const environment: Record<string, string> = { ROLES: role, KEYRING: stores.keyring, LOG_LEVEL: 'warn' }
    for (const store of stores.all) {
      const link = stack.use(await store.link())
      links.set(store.name, link)
      Object.assign(environment, store.setting(link))
    }
    const ports: Ports = { site: await freePort(), api: await freePort(), health: await freePort() }
    Object.assign(environment, { PORT: `${ports.site}`, API_PORT: `${ports.api}`, METRICS_PORT: `${ports.health}` })
    const served = role === 'site' ? ports.site : role === 'gateway' ? ports.api : null
    const front = served === null ? null : stack.use(await Link.open({ host: '127.0.0.1', port: served }))
    const health = `http://127.0.0.1:${ports.health}`
    const process = await spawnProduct(dataDir, environment)
    return stack.use(new Member({ role, name, links, front, dataDir, environment, health, process }))
  }

  get output(): string {
    return this.#earlier + this.#process.output()
  }

  /** The host and port at which Prometheus reads this member. */
  get metrics(): string {
    return new URL(this.#health).host
  }

  /** The address of this member without the balancer. */
  get url(): string {
    return this.role === 'site' ? this.#process.site : this.#process.api
  }

  ready(): Promise<void> {
    return this.#process.ready()
  }

  /** The status and its reasons in the response of `/healthz/ready`; null without a readable response. */
  async status(): Promise<string | null> {
    const signal = AbortSignal.timeout(2_000)
    const answer = await fetch(`${this.#health}/healthz/ready`, { signal }).catch(() => null)
    if (!answer) return null
    const body = (await answer.json().catch(() => null)) as { status: string; reasons?: string[] } | null
    return body && [body.status, ...(body.reasons ?? [])].join(': ')
  }

  /** Throws when the process ended without being killed, which is a fault of the product. */
  assertAlive(): void {
    const { exitCode, signalCode } = this.#process.child
    if (this.#isKilled || (exitCode === null && signalCode === null)) return
    const errors = this.output.split('\n').filter((line) => line.includes('"level":"error"') || !line.startsWith('{'))
    const said = [...errors.slice(-20), this.output.slice(-3_000)].join('\n')
    throw new Error(`${this.name} ended by itself with ${signalCode ?? exitCode}:\n${said}`)
  }

  async kill(): Promise<void> {
    this.assertAlive()
    this.#isKilled = true
    this.#process.child.kill('SIGKILL')
    await this.#process.ended()
  }

  async restart(): Promise<void> {
    this.#earlier = this.output
    this.#process = await spawnProduct(this.dataDir, this.#environment)
    this.#isKilled = false
  }

  pause(): void {
    this.assertAlive()
    this.#process.child.kill('SIGSTOP')
  }

  goOn(): void {
    this.#process.child.kill('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]()
  }
}

/** Starts processes of each role on one PostgreSQL, one ClickHouse and one Redis, behind two balancers. */
export async function startCluster(sizes: Record<Role, number>): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const stores = stack.use(await openStores())
  const names = roles.flatMap((role) =>
    Array.from({ length: sizes[role] }, (_, n) => ({ role, name: `${role} ${n + 1}` })),
  )
  const processes = stack.use(new AsyncDisposableStack())
  const members = await Promise.all(names.map((one) => Member.start(processes, stores, one)))
  await Promise.all(members.map((member) => member.ready()))
  const [site, api] = await Promise.all(
    (['site', 'gateway'] as const).map(async (role): Promise<Balancer> => {
      const ports = members.flatMap(({ role: own, front }) => (own === role && front ? [front.port] : []))
      return stack.use(await openBalancer(ports))
    }),
  )
  const owned = stack.move()
  return {
    stores,
    members,
    site: site?.url ?? '',
    api: api?.url ?? '',
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export const membersOf = ({ members }: Cluster, role: Role): Member[] => members.filter((one) => one.role === role)

/** Polls until `poll` returns something other than null. Throws an error that names `what` after `ms`. */
export async function within<T>(ms: number, what: string, poll: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + ms
  for (;;) {
    const found = await poll()
    if (found !== null) return found
    if (performance.now() > until) throw new Error(`not within ${ms} ms: ${what}`)
    await sleep(50)
  }
}
