import { requireBotCheck } from '#src/accounts/factors/bot-check.ts'
import { mountAccounts } from '#src/accounts/http.ts'
import { openProviders } from '#src/accounts/providers/providers.ts'
import { mountSecurity } from '#src/accounts/security-http.ts'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { readSessionToken } from '#src/accounts/sessions/session.ts'
import { authenticate, findSession } from '#src/accounts/sessions/sessions.ts'
import { signInSettings } from '#src/accounts/settings.ts'
import { mountTeam } from '#src/accounts/team/http.ts'
import { mountAlerts } from '#src/alerts/account/http.ts'
import { startDeliveries } from '#src/alerts/deliver/deliveries.ts'
import { followAnnouncements } from '#src/announcements/follow.ts'
import { moneyLeft } from '#src/billing/accounting/money-left.ts'
import { mountBilling } from '#src/billing/http.ts'
import { mountWallet } from '#src/billing/sandbox/http.ts'
import { followClients } from '#src/clients/follow.ts'
import { followChangelog } from '#src/content/follow-changelog.ts'
import { followOwnTexts } from '#src/content/texts/own-texts.ts'
import { mountActivity } from '#src/customers/http.ts'
import { endKeysOfPerson } from '#src/keys/holders/holders.ts'
import { mountHolders } from '#src/keys/holders/http.ts'
import { mountKeys } from '#src/keys/http.ts'
import { issueFreeKey } from '#src/keys/keys.ts'
import { keepPayingDays } from '#src/keys/paying.ts'
import { mountSheetLinks } from '#src/keys/sheet-links/http.ts'
import { mountChartLayouts } from '#src/layouts/http.ts'
import { checkNightly } from '#src/market/checks/nightly.ts'
import { workOnJobs } from '#src/market/console/job-loop.ts'
import { countCoverage } from '#src/market/coverage/coverage.ts'
import { instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { TapeQuotes } from '#src/market/quotes/tape-quotes.ts'
import { importSettings } from '#src/market/settings.ts'
import { moveNightly } from '#src/market/tick-archive/nightly.ts'
import { importUploads } from '#src/market/uploads/import-loop.ts'
import { leadWatching } from '#src/market/watched/watched-folder.ts'
import { resealInBackground } from '#src/overview/keyring/rotation.ts'
import { measureInstallation } from '#src/overview/measure-installation.ts'
import { onNewEdition } from '#src/plans/catalogue.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { onNewBrand } from '#src/platform/brand/brand.ts'
import { createApi, type HttpApi } from '#src/platform/http/api.ts'
import { eventStreamsOf } from '#src/platform/http/streams/event-streams.ts'
import { connectionsMax } from '#src/platform/limits/descriptors.ts'
import { mountMailbox } from '#src/platform/mail/mailbox-page.ts'
import type { Platform } from '#src/platform/platform.ts'
import { mountSandboxAccess, SandboxAccess } from '#src/platform/server/access/sandbox-access.ts'
import { connectionLimits } from '#src/platform/server/connections.ts'
import { listen, type RunningServer } from '#src/platform/server/server.ts'
import type { Secrets } from '#src/platform/settings.ts'
import { exportParts } from '#src/privacy/export.ts'
import { startSweeper } from '#src/privacy/sweep.ts'
import type { Acting, PageSession } from '#src/site/context/context.ts'
import { openSite, type Site } from '#src/site/server/open-site.ts'
import { SiteServer } from '#src/site/server/site-server.ts'
import { TurnedAway } from '#src/site/server/turned-away.ts'
import { pageSettings } from '#src/site/settings.ts'
import { mayReachConsole } from '#src/staff/console-access.ts'
import { consoleSettings } from '#src/staff/settings.ts'
import { assertStaff } from '#src/staff/staff.ts'
import { followStatus } from '#src/status/follow.ts'
import { ClickRecorder } from '#src/support/clicks/click-recorder.ts'
import { mountSupport } from '#src/support/http.ts'
import { mountUsage } from '#src/usage/http.ts'
import { mountWatchlists } from '#src/watchlists/http.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { scheduleBackups } from './backup/scheduled-backups.ts'
import { mountConsole } from './console.ts'
import { requestsOf } from './metrics.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startSite({
  ctx,
  secrets,
  readiness,
  dev,
  root,
  quotes: known,
  starting,
}: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { settings, log } = ctx
  const api = createApi(ctx, { authenticate, staffOnly: assertStaff, defaultLocale: settings.defaultLocale })
  mountSite(api, ctx, secrets)
  const sandbox = settings.mode === 'sandbox' ? new SandboxAccess(settings, ctx.keyring) : null
  if (sandbox) mountSandbox(api, sandbox)
  const clicks = stack.use(new ClickRecorder(ctx))
  mountSupport(api, { version: packageJson.version, clicks, requireBotCheck })
  const { host: consoleHost } = settings.of(consoleSettings)
  const origin = new SiteServer(ctx, {
    api,
    addresses: [settings.publicUrl, ...(consoleHost ? [`https://${consoleHost}`] : [])],
    isOpen: (request) => mayReachConsole(settings, request),
    turnedAway: stack.use(new TurnedAway(ctx)),
    sessionToken: (headers) => readSessionToken(settings, headers),
    sandbox,
  })
  await starting?.[Symbol.asyncDispose]()
  const server: RunningServer = await listen({
    setting: 'PORT',
    port: settings.port,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connections: connectionLimits(settings, connectionsMax('site', settings.roles)),
    readiness,
    log,
    loop: ctx.loop,
    tracing: ctx.tracing,
    requests: requestsOf(ctx, 'site'),
    raw: (incoming, outgoing) => origin.raw(incoming, outgoing),
    fetch: (request, env) => origin.fetch(request, env),
  })
  stack.use(server)
  let site: Site | null = null
  stack.use(await followOwnTexts(ctx, () => void site?.dropPages()))
  stack.use(await followChangelog(ctx, () => void site?.dropPages()))
  stack.use(await followClients(ctx, root, () => void site?.dropPages()))
  const quotes = known ?? stack.use(await TapeQuotes.open(ctx))
  site = stack.use(
    await openSite(ctx, {
      dev,
      root,
      quotes,
      announcements: stack.use(await followAnnouncements(ctx)),
      status: stack.use(await followStatus(ctx)),
      sessionOf: (request) => pageSession(ctx, request),
      httpServer: server.server,
    }),
  )
  origin.site = site
  stack.use(await dropPagesOnChange(ctx, site))
  stack.use(onNewEdition(ctx, () => void site.dropPages()))
  stack.use(onNewBrand(ctx, () => void site.dropPages()))
  stack.use(startSweeper(ctx))
  stack.use(keepPayingDays(ctx))
  stack.use(measureInstallation(ctx))
  stack.use(await importUploads(ctx))
  const { folder } = ctx.settings.of(importSettings)
  if (folder !== null) stack.use(await leadWatching(ctx, folder))
  stack.use(await workOnJobs(ctx))
  stack.use(checkNightly(ctx))
  stack.use(moveNightly(ctx))
  stack.use(await resealInBackground(ctx))
  stack.use(await scheduleBackups(ctx))
  stack.use(countCoverage(ctx))
  stack.use(await startDeliveries(ctx))
  const owned = stack.move()
  return {
    port: server.port,
    sandboxLink: sandbox?.link ?? null,
    async drain(withinMs) {
      eventStreamsOf(ctx).end()
      site.stopRenewing()
      await server.drain(withinMs)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function mountSite(api: HttpApi, ctx: Platform, secrets: Secrets): void {
  const providers = openProviders(ctx.settings.of(signInSettings), secrets.of(signInSettings))
  mountAccounts(api, { welcome: issueFreeKey, providers, cookieDomain: ctx.settings.of(pageSettings).cookieDomain })
  mountSecurity(api, exportParts, moneyLeft)
  mountTeam(api, endKeysOfPerson)
  mountChartLayouts(api)
  mountWatchlists(api)
  mountAlerts(api)
  mountKeys(api)
  mountHolders(api)
  mountSheetLinks(api)
  mountUsage(api)
  mountBilling(api)
  mountActivity(api)
  mountConsole(api)
}

function mountSandbox(api: HttpApi, access: SandboxAccess): void {
  mountSandboxAccess(api, access)
  mountMailbox(api)
  mountWallet(api)
}

/** Cached pages show instruments, so the cache is dropped whenever a process changes instruments. */
async function dropPagesOnChange(ctx: Platform, site: Site): Promise<AsyncDisposable> {
  const drop = () => void site.dropPages()
  return ctx.postgres.listen(instrumentsChannel, drop, drop)
}

async function pageSession(ctx: Platform, request: Request): Promise<PageSession | null> {
  const found = await findSession(ctx, request)
  if (!found) return null
  const { actor, accountId: id, email, timeZone, imageUrl, recentUntil } = found
  return { actor, acting: await actingOf(ctx, actor), recentUntil, account: { id, email, timeZone, imageUrl } }
}

async function actingOf(ctx: Platform, { accountId, member }: AccountActor): Promise<Acting | null> {
  if (!member?.role) return null
  const holder = member.accountId === accountId ? null : await contactOf(ctx.postgres.db, accountId)
  return { email: holder?.email ?? null, role: member.role }
}
