import { carryOut } from '#src/market/import-queue/import-order.ts'
import type { Outcome } from '#src/market/import-queue/job.ts'
import { createLog } from '#src/platform/log/log.ts'
import { captureOutput } from '#src/platform/log/raw-output.ts'
import { readConfig } from '../config.ts'
import { openPlatform } from '../open-platform.ts'
import type { ImportBegin, ImportMessage } from './import-message.ts'

const aliveMs = 1_000

/** The process of one import: it reads the file, and hands rows to the owner of the store. Resolves with the exit code. */
export async function run(): Promise<number> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => {})
  process.on('SIGTERM', () => stop.abort())
  const onOrphaned = () => process.kill(process.pid, 'SIGKILL')
  process.on('disconnect', onOrphaned)
  const log = createLog({ level: 'warn', readable: false })
  using _output = captureOutput(log, { readable: false, onFault: () => stop.abort() })
  const alive = setInterval(() => say({ kind: 'alive' }), aliveMs)
  const outcome = await carryOutOrder(await begun(), stop.signal, log)
  clearInterval(alive)
  await new Promise<void>((resolve) =>
    process.send?.({ kind: 'end', outcome } satisfies ImportMessage, () => resolve()),
  )
  process.off('disconnect', onOrphaned)
  if (process.connected) process.disconnect()
  return 0
}

async function carryOutOrder(
  { order, stores }: ImportBegin,
  signal: AbortSignal,
  log: ReturnType<typeof createLog>,
): Promise<Outcome> {
  const { settings, secrets } = readConfig()
  const config = { settings: { ...settings, roles: ['site' as const] }, secrets }
  const progress = () => {}
  try {
    await using ctx = await openPlatform(config, { log, signal, progress, child: { name: 'site', ...stores } })
    return await carryOut(ctx, order, {
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

function begun(): Promise<ImportBegin> {
  return new Promise((resolve) => process.once('message', (message) => resolve(message as ImportBegin)))
}

function say(message: ImportMessage): void {
  if (process.connected) process.send?.(message)
}
