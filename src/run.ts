import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '#src/platform/processes/process.ts'
import { SupervisorLink } from '#src/platform/processes/supervisor-link.ts'
import { banner, createProgress } from './banner.ts'
import { createLog } from './platform/log/log.ts'
import { captureOutput } from './platform/log/raw-output.ts'
import type { Command } from './platform/server/control.ts'
import { type Config, roles, type Settings, SettingsError } from './platform/settings.ts'
import { readConfig } from './roles/config.ts'
import type { Ports } from './roles/product.ts'

/** A process that has not stopped this long after the drain, in ms, is killed. */
const stopMsMax = { whole: 10_000, split: 5_000 }
/** A child is killed this much earlier than its supervisor. */
const childStopMs = 1_000

type Start = {
  log: ReturnType<typeof createLog>
  signal: AbortSignal
  progress: (line: string) => void
  dev: boolean
}

/** Starts the configured roles and stops them on a signal. Resolves with the exit code. */
export async function run(): Promise<number> {
  using link = SupervisorLink.find(process.argv)
  const stop = new AbortController()
  let killAfterMs = stopMsMax.whole
  let drainMs = 0
  let killProcesses = () => {}
  const kill = () => {
    killProcesses()
    process.kill(process.pid, 'SIGKILL')
  }
  const end = () => {
    if (stop.signal.aborted) return
    stop.abort()
    void sleep(killAfterMs + (link?.drain?.drainMs ?? drainMs), undefined, { ref: false }).then(kill)
  }
  if (link) link.onStop = end
  else forwardSignals(end, kill)
  let exitCode = 0
  const readable = process.stdout.isTTY === true
  const progress = createProgress(readable && !link)
  let log = createLog({ level: 'info', readable })
  try {
    if (!link) await goLive()
    const config = readConfig()
    log = createLog({ level: config.settings.logLevel, readable })
    killAfterMs = stopMsOf(config.settings)
    drainMs = config.settings.drainSeconds * 1_000
    const onFault = () => {
      exitCode = 1
      end()
    }
    using _output = captureOutput(log, { readable, onFault })
    const start: Start = { log: log, signal: stop.signal, progress: progress.say, dev: process.argv.includes('--dev') }
    if (link) {
      const { startChild } = await import('#src/roles/processes/run-process.ts')
      await using _child = await startChild(config, link, start, loadCommands)
      await untilAborted(stop.signal)
      return exitCode
    }
    const setKill = (kills: () => void) => {
      killProcesses = kills
    }
    await using product = await startAll(config, start, setKill)
    using _restart = onRestartSignal(product, log)
    progress.end()
    if (readable) process.stdout.write(banner(config.settings, product))
    else if (product.sandboxLink)
      log.info('this link opens the mailbox and the test wallet on other machines', { link: product.sandboxLink })
    log[readable ? 'debug' : 'info']('ready', {
      site: product.sitePort,
      gateway: product.gatewayPort,
      pid: process.pid,
    })
    await untilAborted(stop.signal)
    log.info('stopping: finishing what was begun')
  } catch (error) {
    progress.end()
    // A child has logged its own failure.
    const isOfProcess = error instanceof Error && error.name === 'ProcessEnded'
    if (stop.signal.aborted && (isOfProcess || error === stop.signal.reason)) return exitCode
    if (isOfProcess) return 1
    if (error instanceof SettingsError) {
      process.stderr.write(`${error.message}\n`)
      return 1
    }
    log.error('the product could not go on', { cause: error })
    return 1
  }
  return exitCode
}

/** Starts the product in this process or in children. Only the code that the process needs is imported. */
async function startAll(
  config: Config,
  start: Start,
  onKill: (kill: () => void) => void,
): Promise<AsyncDisposable & Ports & { restartGateways?(): Promise<void> }> {
  const plans = processesOf(config.settings)
  if (plans) {
    const { startProcesses } = await import('#src/roles/processes/supervisor.ts')
    return startProcesses(config, plans, { ...start, stopMs: stopMsOf(config.settings) - childStopMs, onKill })
  }
  const { startProduct } = await import('./roles/product.ts')
  const { importProcesses: importsBy } = await import('#src/roles/processes/import-runner.ts')
  return startProduct(config, { ...start, commands: await loadCommands(), importsBy })
}

/** `--live kraken` sets `EXCHANGE` for this start and its children. Other arguments than `--dev` are refused. */
async function goLive(): Promise<void> {
  const args = process.argv.slice(2).filter((arg) => arg !== '--dev')
  if (args.length === 0) return
  const { liveExchange } = await import('./feed/live-exchange.ts')
  const found = await liveExchange(args)
  if (found && 'exchange' in found) process.env.EXCHANGE = found.exchange
  else if (found) process.stdout.write(`${found.sentence}\n`)
}

async function loadCommands(): Promise<readonly Command[]> {
  return (await import('./cli/commands.ts')).commands
}

function stopMsOf({ roles: requestedRoles }: Settings): number {
  return requestedRoles.length < roles.length ? stopMsMax.split : stopMsMax.whole
}

/**
 * The first signal stops in good order. npm repeats Ctrl-C within milliseconds, so a second signal within a second is
 * ignored; a later signal kills this process and its children. Embedded engines notice on their own that the process
 * is gone.
 */
function forwardSignals(end: () => void, kill: () => void): void {
  let first = 0
  const onSignal = () => {
    const now = performance.now()
    if (first === 0) {
      first = now
      end()
    } else if (now - first > 1_000) kill()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
}

/** SIGUSR2 restarts the gateways one after the other. A start with a single process ignores the signal. */
function onRestartSignal(
  { restartGateways }: { restartGateways?(): Promise<void> },
  log: ReturnType<typeof createLog>,
): Disposable {
  let isRestarting = false
  const restart = async () => {
    if (!restartGateways) return log.warn('SIGUSR2 restarts gateways, and this start has none of their own process')
    if (isRestarting) return
    isRestarting = true
    await restartGateways().catch((cause: unknown) => log.error('the gateways could not be restarted', { cause }))
    isRestarting = false
  }
  process.on('SIGUSR2', restart)
  return { [Symbol.dispose]: () => void process.off('SIGUSR2', restart) }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
