import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAuditChain } from '#src/audit/chain.ts'
import type { AlertOptions } from '#src/billing/alerts/start-alerts.ts'
import { followBrand } from '#src/brand/follow.ts'
import { runImportsBy } from '#src/market/import-queue/import-queue.ts'
import type { Runner } from '#src/market/import-queue/job.ts'
import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import { followTradingDays } from '#src/market/trading-days/follow.ts'
import { followEditions } from '#src/plans/editions/follow.ts'
import { projectRoot } from '#src/platform/installation/project-root.ts'
import { releaseOfEnded } from '#src/platform/leases/lease.ts'
import { warnOfFewDescriptors } from '#src/platform/limits/descriptors.ts'
import { failProcess } from '#src/platform/loop.ts'
import { sendMails } from '#src/platform/mail/mail-sender.ts'
import { returnMemoryAtRest } from '#src/platform/metrics/spare-memory.ts'
import type { Log } from '#src/platform/platform.ts'
import type { ChildConfig, Drain, StoreAddresses } from '#src/platform/processes/process.ts'
import { type Command, openControl } from '#src/platform/server/control.ts'
import { Readiness } from '#src/platform/server/health.ts'
import { serveMetrics } from '#src/platform/server/metrics-port.ts'
import { watchStores } from '#src/platform/server/watch-stores.ts'
import { type Config, mailSettings, type Role, roles, type Secrets } from '#src/platform/settings.ts'
import type { StartingSite } from '#src/site/server/starting-site.ts'
import { alertSettings } from '#src/staff/settings.ts'
import { measure } from './metrics.ts'
import { type OpenedPlatform, openPlatform } from './open-platform.ts'
import type { RoleContext, RunningRole } from './role.ts'

/** The actual ports, even if the setting is 0. `sandboxLink`: opens mailbox and wallet to another machine. */
export type Ports = { sitePort: number | null; gatewayPort: number | null; sandboxLink: string | null }

export type Product = AsyncDisposable & Ports & { ctx: OpenedPlatform; readiness: Readiness }

export type ProductOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  commands: readonly Command[]
  dev?: boolean
  child?: ChildConfig | null
  /** Returns how a stop ends the service; null: after `DRAIN_SECONDS`. */
  drain?: () => Drain | null
  /** A server that already answers on the site's port. */
  starting?: StartingSite | null
  /** Runs imports in separate processes, which read the settings from the environment. */
  importsBy?: (stores: StoreAddresses) => Runner
}

/** The life of leases in a database that only this installation uses. */
const leaseMs = 15_000
/**
 * The time for running requests at a stop, ms. `split`: in a process that runs only some of the roles and has no
 * supervisor. `whole`: in every other process.
 */
const finishMs = { split: 3_000, whole: 1_200 }
const mailStopMs = 1_000
/** The time within which connections arrive that were handed to this process before it left the port. */
const handedOverMs = 250

/** The roles in the order of their start. They are stopped in reverse order. */
const starters: [Role, () => Promise<(role: RoleContext) => Promise<RunningRole>>][] = [
  ['feed', async () => (await import('./feed.ts')).startFeed],
  ['payments', async () => (await import('./payments.ts')).startPayments],
  ['gateway', async () => (await import('./gateway.ts')).startGateway],
  ['site', async () => (await import('./site.ts')).startSite],
]

/** Loads the code of these roles. Loading takes as long as the start of the roles afterwards. */
export async function loadRoles(requested: readonly Role[]): Promise<void> {
  await Promise.all(starters.filter(([name]) => requested.includes(name)).map(([, load]) => load()))
}

/**
 * Starts all configured roles in one process. Disposing ends the readiness, drains the roles, and stops them in reverse
 * order.
 */
export async function startProduct(config: Config, options: ProductOptions): Promise<Product> {
  const { log, signal, dev = false, child = null, importsBy } = options
  const { settings, secrets } = config
  await using stack = new AsyncDisposableStack()
  const readiness = new Readiness()
  const starting = options.starting ?? (await openStarting(config, options))
  if (starting) stack.use(starting)
  const progress = (line: string) => {
    options.progress(line)
    starting?.show(line)
  }
  warnOfFewDescriptors(log)
  const ctx = stack.use(
    await openPlatform(config, {
      ...options,
      progress,
      degrade: (...fault) => readiness.degrade(...fault),
      isShared: importsBy !== undefined && settings.roles.includes('site'),
    }),
  )
  await ctx.tapeLayout?.admit(settings.tapeShards)
  ctx.tapeLayout?.watch(ctx.tape.shards, () => {
    throw new Error('the tape was divided: this process would read and write the wrong shards')
  })
  // Only the processes of this supervisor use its database.
  if (child?.postgres) await releaseOfEnded(ctx, leaseMs)
  const watch = stack.use(watchStores(ctx, readiness, ctx.probes))
  stack.use(await followEditions(ctx))
  stack.use(await followBrand(ctx))
  stack.use(await followTradingDays(ctx))
  if (settings.metricsPort !== null) {
    measure(ctx, readiness, watch)
    // The supervisor serves the metrics port for its children.
    if (!child) stack.use(await serveMetrics(settings.metricsPort, { ...ctx, readiness }))
  }
  const { smtpUrl } = secrets.of(mailSettings)
  if (smtpUrl) stack.use(startMailSender(ctx, smtpUrl))
  if (importsBy) stack.use(runImportsBy(ctx, importsBy(ctx.stores)))
  const running: RunningRole[] = []
  const ports: Partial<Record<Role, number>> = {}
  let quotes: NewestQuotes | null = null
  let sandboxLink: string | null = null
  for (const [name, load] of starters) {
    if (!settings.roles.includes(name)) continue
    signal.throwIfAborted()
    progress(`Starting ${name}`)
    const start = await load()
    const role: RunningRole = stack.use(
      await start({ ctx, secrets, readiness, dev, root: projectRoot, quotes, starting }),
    )
    running.push(role)
    quotes = role.quotes ?? quotes
    sandboxLink = role.sandboxLink ?? sandboxLink
    if (role.port !== undefined) ports[name] = role.port
  }
  // The site process also reports alerts about a stopped payments process, and every process those about ended
  // processes of its start.
  const watchesPayments = settings.roles.includes('site') || settings.roles.includes('payments')
  const report = watchesPayments ? (unread: readonly string[]) => readiness.degrade('payments', unread) : null
  const place = ctx.stores.postgres === null ? `${hostname()}:${settings.dataDir}` : null
  stack.use(await openAlerts(ctx, { webhook: webhookOf(secrets), place, report }))
  stack.use(await startAuditChain(ctx))
  stack.use(await openProbes(ctx))
  if (options.commands.length > 0) stack.use(await openControl(ctx, { commands: options.commands, log }))
  const withinMs = !child && settings.roles.length < roles.length ? finishMs.split : finishMs.whole
  const drain = () => options.drain?.() ?? { drainMs: settings.drainSeconds * 1_000, othersServe: false }
  stack.defer(() => endService(ctx, readiness, running, { ...drain(), withinMs }))
  ctx.postgres.beginServing()
  readiness.start()
  stack.use(returnMemoryAtRest(ctx))
  const owned = stack.move()
  return {
    ctx,
    readiness,
    sitePort: ports.site ?? null,
    gatewayPort: ports.gateway ?? null,
    sandboxLink,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Imports `starting-site.ts` only if needed, since it loads code of the site. */
async function openStarting({ settings }: Config, { log, child }: ProductOptions): Promise<StartingSite | null> {
  if (child || !settings.roles.includes('site')) return null
  const { openStartingSite } = await import('#src/site/server/starting-site.ts')
  return openStartingSite(settings, log)
}

/** Ends the readiness. After balancers have noticed this, no role accepts new work, and running work is finished. */
async function endService(
  { log }: OpenedPlatform,
  readiness: Readiness,
  running: readonly RunningRole[],
  { drainMs, othersServe, withinMs }: Drain & { withinMs: number },
): Promise<void> {
  if (othersServe) {
    for (const role of running) role.leavePort?.()
    // A balancer that probes this process once more must not find the whole port unready.
    await sleep(handedOverMs)
  }
  readiness.stop()
  const serving = running.filter(({ port }) => port !== undefined)
  if (serving.length > 0 && drainMs > 0) {
    log.info('draining: no longer ready, still serving', { seconds: drainMs / 1_000 })
    await sleep(drainMs)
  }
  await Promise.all(serving.map((role) => role.drain?.(withinMs)))
}

/** Imports `start-alerts.ts` only if needed, since it loads the code of billing. */
async function openAlerts(ctx: OpenedPlatform, options: AlertOptions): Promise<AsyncDisposable> {
  const { startAlerts } = await import('#src/billing/alerts/start-alerts.ts')
  return startAlerts(ctx, options)
}

/** Imports `probe-loop.ts` only if needed, since it loads the code of billing. */
async function openProbes(ctx: OpenedPlatform): Promise<AsyncDisposable> {
  const { probeInTurn } = await import('#src/status/probes/probe-loop.ts')
  return probeInTurn(ctx)
}

function webhookOf(secrets: Secrets) {
  const { webhookUrl: url, webhookSecret: secret } = secrets.of(alertSettings)
  return url === null || secret === null ? null : { url, secret }
}

function startMailSender(ctx: OpenedPlatform, smtpUrl: string): AsyncDisposable {
  const abort = new AbortController()
  const running = sendMails(ctx, { smtpUrl, signal: abort.signal }).catch((cause: unknown) => {
    if (!abort.signal.aborted) failProcess('the mail sender ended', cause)
  })
  return {
    async [Symbol.asyncDispose]() {
      abort.abort()
      // A mail server may take minutes. If the confirmation of a mail is not awaited, the mail is sent again later.
      await Promise.race([running, sleep(mailStopMs, undefined, { ref: false })])
    },
  }
}
