import type { DataDirLock } from '#src/platform/data-dir/data-dir-lock.ts'
import { mainFile } from '#src/platform/installation/project-root.ts'
import { joinMetrics } from '#src/platform/metrics/of-processes.ts'
import { returnMemoryAtRest } from '#src/platform/metrics/spare-memory.ts'
import type { Log } from '#src/platform/platform.ts'
import {
  endNow,
  isGateway,
  type OtherEnds,
  type ProcessName,
  type ProcessPlan,
} from '#src/platform/processes/process.ts'
import { SupervisedProcess } from '#src/platform/processes/supervised-process.ts'
import { Readiness } from '#src/platform/server/health.ts'
import { privateSocketPath } from '#src/platform/server/private-socket.ts'
import { type Config, storeSettings } from '#src/platform/settings.ts'
import type { Ports } from '../product.ts'
import { acquireDataDir, startDatabase } from '../stores/own-engines.ts'

export type SupervisorOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  dev: boolean
  /** The time within which a child must stop after its drain; after this time the child is killed. */
  stopMs: number
  /** Receives a function that kills all children at once. */
  onKill: (kill: () => void) => void
}

/** In a rolling restart, the minimum time for which a gateway answers with `Connection: close` before it ends, ms. */
const restartDrainMs = 2_000

type Processes = Map<ProcessName, SupervisedProcess>

export type Supervised = AsyncDisposable & Ports & { restartGateways(): Promise<void> }

/**
 * Runs the product in several processes. This supervisor owns the data directory and the embedded PostgreSQL for all
 * of them. A child that ends is restarted while the others keep serving.
 */
export async function startProcesses(
  { settings, secrets }: Config,
  plans: readonly ProcessPlan[],
  options: SupervisorOptions,
): Promise<Supervised> {
  const { log, signal } = options
  const drainMs = settings.drainSeconds * 1_000
  await using stack = new AsyncDisposableStack()
  const lock = stack.use(await acquireDataDir(settings, secrets, options))
  signal.throwIfAborted()
  const readiness = new Readiness()
  // The children are spawned before the database starts, so that both happen at the same time. Most of a start is
  // loading code.
  const others: OtherEnds = lock.isAfterKill ? { start: endNow(null) } : {}
  const processes = spawnProcesses(plans, lock, readiness, { ...options, drainMs, others })
  const progress = (line: string) => {
    options.progress(line)
    processes.get('site')?.say({ kind: 'progress', line })
  }
  options.onKill(() => {
    for (const child of processes.values()) child.kill()
  })
  const stopProcesses = new AsyncDisposableStack()
  stopProcesses.defer(
    async () => void (await Promise.all([...processes.values()].map((child) => child[Symbol.asyncDispose]()))),
  )
  await using undo = stopProcesses
  const { databaseUrl } = secrets.of(storeSettings)
  const onEnd = (code: number | null) => {
    others.postgres = endNow(code)
    reportProcesses(processes, others)
  }
  const starting = { ...options, progress, lock, gateways: settings.gateways, onEnd }
  const database = databaseUrl ? null : stack.use(await startDatabase(settings.dataDir, starting))
  stack.use(undo.move())
  const storeAddresses = {
    postgres: database?.connection ?? null,
    storesPath: processes.has('data') ? privateSocketPath(settings.dataDir, 'stores') : null,
  }
  const ports = await beginProcesses(processes, storeAddresses, signal)
  if (settings.metricsPort !== null)
    stack.use(await openMetrics(settings.metricsPort, processes, { settings, log, readiness }))
  readiness.start()
  stack.use(returnMemoryAtRest({ log }))
  const owned = stack.move()
  return {
    ...ports,
    restartGateways: () => restartInTurn(processes, Math.max(drainMs, restartDrainMs), log),
    [Symbol.asyncDispose]() {
      readiness.stop()
      return owned.disposeAsync()
    },
  }
}

/** Spawns all children. They load their code and wait for `beginProcesses`. */
function spawnProcesses(
  plans: readonly ProcessPlan[],
  lock: DataDirLock,
  readiness: Readiness,
  { log, progress, stopMs, drainMs, dev, others }: SupervisorOptions & { drainMs: number; others: OtherEnds },
): Processes {
  const processes: Processes = new Map()
  for (const plan of plans) {
    const { name, roles } = plan
    const child = new SupervisedProcess(plan, stopMs, {
      log,
      progress(line) {
        progress(line)
        if (name === 'data') processes.get('site')?.say({ kind: 'progress', line })
      },
      needs: processes.get('data') ?? null,
      file: mainFile,
      args: dev ? ['--dev'] : [],
      lock,
      drainMs,
      onChange(isUp) {
        const title = isGateway(name) ? name : `the process with ${roles.join(' and ')}`
        readiness.degrade(name, isUp ? [] : [`${title} is starting again`])
        reportProcesses(processes, others)
      },
    })
    processes.set(name, child)
  }
  return processes
}

/** Sends the states of all processes, and the other ends, to all processes. */
function reportProcesses(processes: Processes, others: OtherEnds): void {
  const states = [...processes.values()].map(({ state }) => state)
  for (const child of processes.values()) child.say({ kind: 'processes', processes: states, others })
}

/** Lets the data process start its roles, then lets all other processes start theirs. Returns the ports. */
async function beginProcesses(
  processes: Processes,
  storeAddresses: Parameters<SupervisedProcess['begin']>[0],
  signal: AbortSignal,
): Promise<Ports> {
  const ports: Ports = { sitePort: null, gatewayPort: null, sandboxLink: null }
  const failed = Promise.race([...processes.values()].map((child) => child.failed))
  failed.catch(() => undefined)
  const begin = async (child: SupervisedProcess) => {
    signal.throwIfAborted()
    const begun = Promise.race([child.begin(storeAddresses), failed])
    const { sitePort, gatewayPort, sandboxLink } = await untilAborted(begun, signal)
    ports.sitePort ??= sitePort
    ports.gatewayPort ??= gatewayPort
    ports.sandboxLink ??= sandboxLink
  }
  const data = processes.get('data')
  if (data) await begin(data)
  await Promise.all([...processes.values()].filter((child) => child !== data).map(begin))
  return ports
}

/** Restarts the gateways one after the other, so that other gateways serve meanwhile. */
async function restartInTurn(processes: Processes, drainMs: number, log: Log): Promise<void> {
  const gateways = [...processes.values()].filter(({ name }) => isGateway(name))
  for (const gateway of gateways) {
    log.info('a gateway is restarted', { process: gateway.name })
    await gateway.restart(drainMs)
  }
  log.info('all gateways were restarted', { gateways: gateways.length })
}

function upMetric(processes: Processes): string {
  const samples = [...processes.values()].map(({ name, state }) => {
    return `tapewire_process_up{process="${name}"} ${state.status === 'up' ? 1 : 0}`
  })
  const about = ['HELP tapewire_process_up 1 while this process of the start serves.', 'TYPE tapewire_process_up gauge']
  return [...about.map((line) => `# ${line}`), ...samples, ''].join('\n')
}

async function openMetrics(
  port: number,
  processes: Processes,
  serving: { settings: Config['settings']; log: Log; readiness: Readiness },
): Promise<AsyncDisposable> {
  const { serveMetrics } = await import('#src/platform/server/metrics-port.ts')
  const texts = () => Promise.all([...processes].map(async ([name, child]) => [name, await child.metrics()] as const))
  const metrics = {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: async () => joinMetrics({ supervisor: upMetric(processes), ...Object.fromEntries(await texts()) }),
  }
  return serveMetrics(port, { ...serving, metrics })
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
