import { on } from 'node:events'
import { carryOut } from '#src/market/import-queue/import-order.ts'
import type { ImportOrder, Outcome } from '#src/market/import-queue/job.ts'
import { createLog } from '#src/platform/log/log.ts'
import { captureOutput } from '#src/platform/log/raw-output.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import type { StoreAddresses } from '#src/platform/processes/process.ts'
import { readConfig } from '../config.ts'
import { type OpenedPlatform, openPlatform } from '../open-platform.ts'
import type { ImportBegin, ImportMessage } from './import-message.ts'

const aliveMs = 1_000

/**
 * A process for imports, one after another. It reads the files and hands rows to the owner of the store. It ends when
 * its parent disconnects or stops it. Resolves with the exit code.
 */
export async function run(): Promise<number> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => {})
  process.on('SIGTERM', () => stop.abort())
  const log = createLog({ level: 'warn', readable: false })
  using _output = captureOutput(log, { readable: false, onFault: () => stop.abort() })
  const alive = setInterval(() => say({ kind: 'alive' }), aliveMs)
  await using stack = new AsyncDisposableStack()
  let opened: Promise<OpenedPlatform> | null = null
  const orders = on(process, 'message', { signal: stop.signal, close: ['disconnect'] })
  try {
    for await (const [{ order, stores }] of orders as AsyncIterable<[ImportBegin]>) {
      const onOrphaned = () => process.kill(process.pid, 'SIGKILL')
      process.on('disconnect', onOrphaned)
      opened ??= open(stores, stop.signal, log).then((ctx) => stack.use(ctx))
      const outcome = await outcomeOf(order, opened, stop.signal, log)
      await new Promise<void>((sent) => process.send?.({ kind: 'end', outcome } satisfies ImportMessage, () => sent()))
      process.off('disconnect', onOrphaned)
    }
  } catch (cause) {
    if (!stop.signal.aborted) throw cause
  }
  clearInterval(alive)
  if (process.connected) process.disconnect()
  return 0
}

async function outcomeOf(
  order: ImportOrder,
  opened: Promise<Platform>,
  signal: AbortSignal,
  log: Log,
): Promise<Outcome> {
  try {
    return await carryOut(await opened, order, {
      signal,
      progress: (line) => say({ kind: 'progress', line }),
      recognised: (reading) => say({ kind: 'recognised', reading }),
    })
  } catch (cause) {
    if (signal.aborted) return { end: 'stopped' }
    log.warn('the stores cannot be opened for an import', { cause })
    return { end: 'away', sentence: cause instanceof Error ? cause.message : String(cause) }
  }
}

function open(stores: StoreAddresses, signal: AbortSignal, log: Log): Promise<OpenedPlatform> {
  const { settings, secrets } = readConfig()
  const config = { settings: { ...settings, roles: ['site' as const] }, secrets }
  return openPlatform(config, { log, signal, progress: () => {}, child: { name: 'site', ...stores } })
}

function say(message: ImportMessage): void {
  if (process.connected) process.send?.(message)
}
