import { join } from 'node:path'
import type { DataDirLock } from '#src/platform/data-dir/data-dir-lock.ts'
import { joinMetrics } from '#src/platform/metrics/of-processes.ts'
import { returnMemoryOfStart } from '#src/platform/metrics/spare-memory.ts'
import type { Log } from '#src/platform/platform.ts'
import { type ProcessName, processNames, processRoles } from '#src/platform/processes/process.ts'
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
  /** A child that has not stopped after this time is killed. */
  stopMs: number
  /** Receives a function that kills all children at once. */
  onKill: (kill: () => void) => void
}

const mainFile = join(import.meta.dirname, '../../main.mjs')
const other: Record<ProcessName, ProcessName> = { data: 'site', site: 'data' }

/**
 * The product in three processes: site and payments in one child, gateway and feed in the other, and this supervisor,
 * which owns the data directory and PostgreSQL for both. A child that ends is restarted while the other one keeps
 * serving.
 */
export async function startProcesses(
  { settings, secrets }: Config,
  options: SupervisorOptions,
): Promise<AsyncDisposable & Ports> {
  const { log, signal } = options
  await using stack = new AsyncDisposableStack()
  const lock = stack.use(await acquireDataDir(settings, secrets, options))
  signal.throwIfAborted()
  const readiness = new Readiness()
  // The children are spawned before the database starts, so that both happen at the same time: most of a start is
  // loading code.
  const processes = spawnProcesses(lock, readiness, options)
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
  const database = databaseUrl ? null : stack.use(await startDatabase(settings.dataDir, { ...options, progress, lock }))
  stack.use(undo.move())
  const storeAddresses = {
    postgres: database?.connection ?? null,
    storesPath: privateSocketPath(settings.dataDir, 'stores'),
  }
  const ports = await beginProcesses(processes, storeAddresses, signal)
  if (settings.metricsPort !== null)
    stack.use(await openMetrics(settings.metricsPort, processes, { settings, log, readiness }))
  readiness.start()
  stack.use(returnMemoryOfStart({ log }))
  const owned = stack.move()
  return {
    ...ports,
    [Symbol.asyncDispose]() {
      readiness.stop()
      return owned.disposeAsync()
    },
  }
}

/** Spawns both children, which load their code and wait for `beginProcesses`. */
function spawnProcesses(
  lock: DataDirLock,
  readiness: Readiness,
  { log, progress, stopMs, dev }: SupervisorOptions,
): Map<ProcessName, SupervisedProcess> {
  const processes = new Map<ProcessName, SupervisedProcess>()
  for (const name of processNames) {
    const child = new SupervisedProcess(name, stopMs, {
      log,
      progress(line) {
        progress(line)
        if (name === 'data') processes.get('site')?.say({ kind: 'progress', line })
      },
      needs: name === 'site' ? (processes.get('data') ?? null) : null,
      file: mainFile,
      args: dev ? ['--dev'] : [],
      lock,
      onChange(isUp) {
        readiness.degrade(name, isUp ? [] : [`the process with ${processRoles[name].join(' and ')} is starting again`])
        const neighbour = processes.get(other[name])
        neighbour?.say({ kind: 'neighbour', isUp })
        if (neighbour?.isAway) processes.get(name)?.say({ kind: 'neighbour', isUp: false })
      },
    })
    processes.set(name, child)
  }
  return processes
}

/** Lets each child start its roles, in order, and reports their ports. */
async function beginProcesses(
  processes: Map<ProcessName, SupervisedProcess>,
  storeAddresses: Parameters<SupervisedProcess['begin']>[0],
  signal: AbortSignal,
): Promise<Ports> {
  const ports: Ports = { sitePort: null, gatewayPort: null, sandboxLink: null }
  const failed = Promise.race([...processes.values()].map((child) => child.failed))
  failed.catch(() => undefined)
  for (const child of processes.values()) {
    signal.throwIfAborted()
    const begun = Promise.race([child.begin(storeAddresses), failed])
    const { sitePort, gatewayPort, sandboxLink } = await untilAborted(begun, signal)
    ports.sitePort ??= sitePort
    ports.gatewayPort ??= gatewayPort
    ports.sandboxLink ??= sandboxLink
  }
  return ports
}

async function openMetrics(
  port: number,
  processes: Map<ProcessName, SupervisedProcess>,
  serving: { settings: Config['settings']; log: Log; readiness: Readiness },
): Promise<AsyncDisposable> {
  const { serveMetrics } = await import('#src/platform/server/metrics-port.ts')
  const texts = () => Promise.all([...processes].map(async ([name, child]) => [name, await child.metrics()] as const))
  const metrics = {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: async () => joinMetrics(Object.fromEntries(await texts())),
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
