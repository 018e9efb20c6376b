import { setTimeout as sleep } from 'node:timers/promises'
import { banner, createProgress } from './banner.ts'
import { commands } from './cli/commands.ts'
import { createLog } from './platform/log/log.ts'
import { captureOutput } from './platform/log/raw-output.ts'
import { roles, type Settings, SettingsError } from './platform/settings.ts'
import { readConfig } from './roles/config.ts'
import { startProduct } from './roles/product.ts'

/** A process that could not stop by then is killed. Added to `DRAIN_SECONDS`. */
const stopMsMax = { whole: 10_000, split: 5_000 }

/** Starts the roles asked for and stops them on a signal. Resolves with the exit code. */
export async function run(): Promise<number> {
  const stop = new AbortController()
  let killAfterMs = stopMsMax.whole
  const end = forwardSignals(stop, () => killAfterMs)
  let exitCode = 0
  const readable = process.stdout.isTTY === true
  const progress = createProgress(readable)
  let log = createLog({ level: 'info', readable })
  try {
    const config = readConfig()
    log = createLog({ level: config.settings.logLevel, readable })
    killAfterMs = stopMsOf(config.settings)
    const onFault = () => {
      exitCode = 1
      end()
    }
    using _output = captureOutput(log, { readable, onFault })
    const dev = process.argv.includes('--dev')
    await using product = await startProduct(config, {
      log,
      signal: stop.signal,
      progress: progress.say,
      commands,
      dev,
    })
    progress.end()
    if (readable) process.stdout.write(banner(product))
    log[readable ? 'debug' : 'info']('ready', {
      site: product.sitePort,
      gateway: product.gatewayPort,
      pid: process.pid,
    })
    await untilAborted(stop.signal)
    log.info('stopping: finishing what was begun')
  } catch (error) {
    progress.end()
    if (stop.signal.aborted && error === stop.signal.reason) return exitCode
    if (error instanceof SettingsError) {
      process.stderr.write(`${error.message}\n`)
      return 1
    }
    log.error('the product could not go on', { cause: error })
    return 1
  }
  return exitCode
}

function stopMsOf({ roles: asked, drainSeconds }: Settings): number {
  return drainSeconds * 1_000 + (asked.length < roles.length ? stopMsMax.split : stopMsMax.whole)
}

/**
 * The first signal stops in good order. npm passes Ctrl-C on a second time within milliseconds; one that comes later means
 * "now": the embedded engines notice by themselves. Returns what the first signal does.
 */
function forwardSignals(stop: AbortController, killAfterMs: () => number): () => void {
  let first = 0
  const end = () => {
    if (stop.signal.aborted) return
    stop.abort()
    void sleep(killAfterMs(), undefined, { ref: false }).then(() => process.kill(process.pid, 'SIGKILL'))
  }
  const onSignal = () => {
    const now = performance.now()
    if (first === 0) {
      first = now
      end()
    } else if (now - first > 1_000) process.kill(process.pid, 'SIGKILL')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return end
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
