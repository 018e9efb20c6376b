import { networkHealth } from '#src/billing/networks/network-health.ts'
import { demoKey } from '#src/contract/site.ts'
import type { ProbeState } from '#src/contract/status/status.ts'
import { tapeClasses } from '#src/overview/checks/tape.ts'
import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { statusSettings } from '../settings.ts'
import { probePage } from './answer.ts'
import { readAnyBar } from './history-store.ts'
import { probeSocket } from './socket.ts'

/** `ms`: response time; null if no request was sent. */
export type Probe = { component: string; state: ProbeState; ms: number | null }

/** Time after which a probe fails (`answerMsMax`) or counts as slow (`slowMs`). */
const answerMsMax = 10_000
const slowMs = 3_000
/**
 * The pause before the second attempt, ms. A component is down only if both attempts fail, because a busy machine may
 * miss one request.
 */
const againMs = 5_000

/** Probes each component. Omits a component of unknown state, so that this time counts as unmeasured. */
export async function probeAll(ctx: Platform, { waitMs = againMs } = {}): Promise<Probe[]> {
  const settings = ctx.settings.of(statusSettings)
  const site = settings.siteUrl ?? ctx.settings.publicUrl
  const api = settings.apiUrl ?? ctx.settings.apiUrl
  // The probe may use another address, but the gateway must receive the host name that customers use.
  const { host } = new URL(ctx.settings.apiUrl)
  const probe = (component: string, attempt: () => Promise<void>) => probed(ctx, component, attempt, waitMs)
  const probes = [
    probe('site', () => answers(`${site}/robots.txt`, { host: new URL(ctx.settings.publicUrl).host })),
    probe('rest', () => answers(`${api}/market/status`, { host, token: demoKey })),
    probe('stream', () => accepts(api, host)),
    probe('history', () => readAnyBar(ctx, answerMsMax)),
    feeds(ctx),
    networks(ctx),
  ]
  const found = await Promise.all(probes.map((running) => running.catch((cause: unknown) => leftOut(ctx, cause))))
  return found.flat()
}

function leftOut({ log }: Platform, cause: unknown): Probe[] {
  log.warn('a probe of the status page failed; its time stays unmeasured', { cause })
  return []
}

/** Runs `attempt`, which throws on failure. A failed attempt is repeated once before the component is down. */
async function probed(
  { clock, log }: Platform,
  component: string,
  attempt: () => Promise<void>,
  waitMs: number,
): Promise<Probe[]> {
  for (const isLast of [false, true]) {
    const began = performance.now()
    const fault: unknown = await attempt().then(
      () => null,
      (cause: unknown) => cause ?? 'unknown',
    )
    const ms = Math.round(performance.now() - began)
    // A process that is starting is neither up nor down, because an operator or its supervisor has restarted it.
    if (fault instanceof Starting) return []
    if (fault === null) return [{ component, state: ms > slowMs ? 'degraded' : 'up', ms }]
    log.warn('a probe of the status page found a component that does not work', { component, isLast, cause: fault })
    if (isLast) return [{ component, state: 'down', ms }]
    if (waitMs > 0) await clock.sleep(waitMs)
  }
  return []
}

class Starting extends Error {}

async function answers(address: string, headers: Record<string, string>): Promise<void> {
  const options = { headers, withinMs: answerMsMax }
  const status = await probePage(address, options)
  if (status === 503 && (await isStarting(address, headers))) throw new Starting()
  // A reached rate limit also proves that the gateway works.
  if (status !== 200 && status !== 429) throw new Error(`answered with ${status}`)
}

/** Opens a socket. A process that is starting refuses the socket as if it were down. */
async function accepts(api: string, host: string): Promise<void> {
  try {
    await probeSocket(`${api.replace(/^http/, 'ws')}/crypto`, { host, withinMs: answerMsMax })
  } catch (cause) {
    throw (await isStarting(api, { host }).catch(() => false)) ? new Starting() : cause
  }
}

async function isStarting(address: string, headers: Record<string, string>): Promise<boolean> {
  const startup = `${new URL(address).origin}/healthz/startup`
  return (await probePage(startup, { headers, withinMs: answerMsMax })) === 503
}

/** Probes the feeds by the gateways' newest events. Omits a class without events since the gateways started. */
async function feeds(ctx: Platform): Promise<Probe[]> {
  const figures = await sharedFigures(ctx)
  return tapeClasses(ctx, figures, ctx.clock.now()).flatMap(({ class: name, newestAt, trading, silent }) => {
    if (newestAt === null) return []
    return [{ component: `feed.${name}`, state: feedState(trading, silent), ms: null }]
  })
}

/** `trading`: the number of open markets of a class. `silent`: the number of these without an event for minutes. */
export function feedState(trading: number, silent: number): ProbeState {
  if (trading === 0) return 'idle'
  if (silent === 0) return 'up'
  return silent >= trading ? 'down' : 'degraded'
}

async function networks(ctx: Platform): Promise<Probe[]> {
  return (await networkHealth(ctx)).map(({ network, closed }) => {
    const isSlow = closed?.why === 'lagging' || closed?.why === 'paused'
    return { component: `payments.${network.code}`, state: !closed ? 'up' : isSlow ? 'degraded' : 'down', ms: null }
  })
}
