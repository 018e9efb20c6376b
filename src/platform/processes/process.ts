import type pg from 'pg'
import { systemClock } from '../clock.ts'
import { KeptValue } from '../kept.ts'
import { roles as allRoles, type Role, type Settings } from '../settings.ts'

/**
 * `data` holds the embedded stores and serves them to the other processes of its start. `gateway-1`, `gateway-2` …
 * share one port.
 */
export type ProcessName = 'data' | 'site' | `gateway-${number}`

export type ProcessPlan = { name: ProcessName; roles: readonly Role[] }

/**
 * The processes of a start, in the order in which they begin. Null: one process does everything. A separate process
 * keeps pages from delaying a customer's data (`docs/decisions/017-two-processes.md`), and several gateways use several
 * cores (`docs/decisions/024-several-gateways-on-one-port.md`).
 */
export function processesOf({
  roles,
  processes,
  gateways,
}: Pick<Settings, 'roles' | 'processes' | 'gateways'>): ProcessPlan[] | null {
  const isWhole = roles.length === allRoles.length
  if (isWhole ? processes === 1 : gateways === 1 || !roles.includes('gateway')) return null
  const ofGateways = Array.from({ length: gateways }, (_, n): ProcessPlan => {
    return { name: `gateway-${n + 1}`, roles: ['gateway'] }
  })
  if (!isWhole) return ofGateways
  const site: ProcessPlan = { name: 'site', roles: ['site', 'payments'] }
  if (gateways === 1) return [{ name: 'data', roles: ['gateway', 'feed'] }, site]
  return [{ name: 'data', roles: ['feed'] }, ...ofGateways, site]
}

export function isGateway(name: ProcessName): boolean {
  return name.startsWith('gateway-')
}

export function planArguments({ name, roles }: ProcessPlan): string[] {
  return [`--part=${name}`, `--roles=${roles.join(',')}`]
}

/** The plan in the arguments of a child process; null for a process without a supervisor. */
export function readPlan(argv: readonly string[]): ProcessPlan | null {
  const argOf = (option: string) => argv.find((arg) => arg.startsWith(option))?.slice(option.length)
  const [, name] = /^(data|site|gateway-\d+)$/.exec(argOf('--part=') ?? '') ?? []
  const named = (argOf('--roles=') ?? '').split(',')
  return name ? { name: name as ProcessName, roles: allRoles.filter((role) => named.includes(role)) } : null
}

/** The configuration of a child process: its name, and the addresses of the stores that it holds or uses. */
export type ChildConfig = {
  name: ProcessName
  /** The connection to the embedded PostgreSQL; null with `DATABASE_URL`. */
  postgres: pg.ClientConfig | null
  /** Path of the socket on which the data process serves its stores; null where no data process runs. */
  storesPath: string | null
}

/** The addresses of the stores that a process holds or uses. */
export type StoreAddresses = Omit<ChildConfig, 'name'>

/** The socket of the data process, for a process that uses its stores. */
export function storesOfData(child: ChildConfig | null): string | null {
  return child === null || child.name === 'data' ? null : child.storesPath
}

/** The end of a process that no command caused. */
export type ProcessEnd = { at: number; code: number | null; signal: string | null }

/**
 * `away`: the process has served, has ended and is starting again. `since`: the time in ms at which the process began
 * to serve, or ended. `starts`: the number of its starts. `ended`: its last end that no command caused.
 */
export type ProcessState = ProcessPlan & {
  pid: number
  status: 'starting' | 'up' | 'away'
  since: number
  starts: number
  ended: ProcessEnd | null
}

/** The states of the supervised processes of this start. A supervised process receives them after its own start. */
export const startedProcesses = new KeptValue<readonly ProcessState[]>('processes')

/** Further ends: of the embedded database (`postgres`), and of the former start if it was killed (`start`). */
export type OtherEnds = { postgres?: ProcessEnd; start?: ProcessEnd }
export const otherEnds = new KeptValue<OtherEnds>('other ends')

export function endNow(code: number | null): ProcessEnd {
  return { at: systemClock.now(), code, signal: null }
}

/**
 * How a process stops: it serves for `drainMs` after its readiness has ended. `othersServe`: it accepts no connections
 * in that time, because other gateways accept them.
 */
export type Drain = { drainMs: number; othersServe: boolean }

export type SupervisorMessage =
  | ({ kind: 'begin' } & ChildConfig)
  | ({ kind: 'stop' } & Drain)
  /** All processes of the same start. */
  | { kind: 'processes'; processes: readonly ProcessState[]; others: OtherEnds }
  /** A line about the progress of another process of the same start. */
  | { kind: 'progress'; line: string }
  | { kind: 'metrics'; id: number }

export type ChildMessage =
  | { kind: 'progress'; line: string }
  /** Sent once a second, unless the event loop is blocked. `work`: the last named route or job. */
  | { kind: 'alive'; work: string | null }
  | { kind: 'ready'; sitePort: number | null; gatewayPort: number | null; sandboxLink: string | null }
  | { kind: 'metrics'; id: number; text: string }
