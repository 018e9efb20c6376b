import { join } from 'node:path'
import { endOrphans, forgetParts, notePart } from '#src/platform/data-dir/part-pids.ts'
import { joinMetrics } from '#src/platform/metrics/of-parts.ts'
import { type PartName, partNames, partRoles } from '#src/platform/parts/part.ts'
import { PartProcess } from '#src/platform/parts/part-process.ts'
import type { Log } from '#src/platform/platform.ts'
import { Readiness } from '#src/platform/server/health.ts'
import { privateSocketPath } from '#src/platform/server/private-socket.ts'
import { type Config, storeSettings } from '#src/platform/settings.ts'
import { startDatabase, takeDataDir } from '../own-engines.ts'
import type { Ports } from '../product.ts'

export type SupervisorOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  dev: boolean
  /** A part that has not stopped by then is killed. */
  stopMs: number
  /** Hears how to end all processes at once. */
  onKill: (kill: () => void) => void
}

const mainFile = join(import.meta.dirname, '../../main.mjs')
const other: Record<PartName, PartName> = { data: 'site', site: 'data' }

/**
 * The product in two processes, site and payments in one and gateway and feed in the other, and this one, which owns what both
 * need: the data directory and PostgreSQL. A part that ends is started again while the other serves.
 */
export async function startParts(
  { settings, secrets }: Config,
  options: SupervisorOptions,
): Promise<AsyncDisposable & Ports> {
  const { log, signal } = options
  await using stack = new AsyncDisposableStack()
  stack.use(await takeDataDir(settings, secrets))
  await endOrphans(settings.dataDir)
  stack.defer(() => forgetParts(settings.dataDir))
  signal.throwIfAborted()
  const readiness = new Readiness()
  // Begun before the database, which starts meanwhile: most of a start is code to load.
  const parts = openParts(settings.dataDir, readiness, options)
  options.onKill(() => {
    for (const part of parts.values()) part.kill()
  })
  const stopParts = new AsyncDisposableStack()
  stopParts.defer(async () => void (await Promise.all([...parts.values()].map((part) => part[Symbol.asyncDispose]()))))
  await using undo = stopParts
  const { databaseUrl } = secrets.of(storeSettings)
  const database = databaseUrl ? null : stack.use(await startDatabase(settings.dataDir, options))
  stack.use(undo.move())
  const place = {
    postgres: database?.connection ?? null,
    storesPath: privateSocketPath(settings.dataDir, 'stores'),
  }
  const ports = await beginParts(parts, place, signal)
  if (settings.metricsPort !== null)
    stack.use(await openMetrics(settings.metricsPort, parts, { settings, log, readiness }))
  readiness.start()
  const owned = stack.move()
  return {
    ...ports,
    [Symbol.asyncDispose]() {
      readiness.stop()
      return owned.disposeAsync()
    },
  }
}

/** Starts both processes, which load their code and wait for `beginParts`. */
function openParts(
  dataDir: string,
  readiness: Readiness,
  { log, progress, stopMs, dev }: SupervisorOptions,
): Map<PartName, PartProcess> {
  const parts = new Map<PartName, PartProcess>()
  for (const name of partNames) {
    const part = new PartProcess(name, stopMs, {
      log,
      progress,
      needs: name === 'site' ? (parts.get('data') ?? null) : null,
      file: mainFile,
      args: dev ? ['--dev'] : [],
      note: (pid) => notePart(dataDir, name, pid),
      onChange(isUp) {
        readiness.degrade(name, isUp ? [] : [`the process with ${partRoles[name].join(' and ')} is starting again`])
        const neighbour = parts.get(other[name])
        neighbour?.say({ kind: 'neighbour', isUp })
        if (neighbour?.isAway) parts.get(name)?.say({ kind: 'neighbour', isUp: false })
      },
    })
    parts.set(name, part)
  }
  return parts
}

/** Lets each part open its roles, in order, and says where they listen. */
async function beginParts(
  parts: Map<PartName, PartProcess>,
  place: Parameters<PartProcess['begin']>[0],
  signal: AbortSignal,
): Promise<Ports> {
  const ports: Ports = { sitePort: null, gatewayPort: null }
  for (const part of parts.values()) {
    signal.throwIfAborted()
    const { sitePort, gatewayPort } = await untilAborted(part.begin(place), signal)
    ports.sitePort ??= sitePort
    ports.gatewayPort ??= gatewayPort
  }
  return ports
}

/** One metrics port for all processes. */
async function openMetrics(
  port: number,
  parts: Map<PartName, PartProcess>,
  serving: { settings: Config['settings']; log: Log; readiness: Readiness },
): Promise<AsyncDisposable> {
  const { serveMetrics } = await import('#src/platform/server/metrics-port.ts')
  const texts = () => Promise.all([...parts].map(async ([name, part]) => [name, await part.metrics()] as const))
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
