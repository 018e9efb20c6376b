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

/** `ms`: how long the answer took; null where nothing was asked. */
export type Probe = { component: string; state: ProbeState; ms: number | null }

/** An answer that takes longer is no answer, or a slow one. */
const answerMsMax = 10_000
const slowMs = 3_000
/** A part counts as down when it fails twice: a busy machine may miss one look. The wait before the second, ms. */
const againMs = 5_000

/** One look at each component. A component about which nothing can be said is left out: its time stays unmeasured. */
export async function probeAll(ctx: Platform, { waitMs = againMs } = {}): Promise<Probe[]> {
  const settings = ctx.settings.of(statusSettings)
  const site = settings.siteUrl ?? ctx.settings.publicUrl
  const api = settings.apiUrl ?? ctx.settings.apiUrl
  // By another address, too, the gateway must see the name that customers ask for.
  const { host } = new URL(ctx.settings.apiUrl)
  const probe = (component: string, attempt: () => Promise<void>) => probed(ctx, component, attempt, waitMs)
  const probes = [
    probe('site', () => answers(`${site}/robots.txt`, { host: new URL(ctx.settings.publicUrl).host })),
    probe('rest', () => answers(`${api}/market/status`, { host, token: demoKey })),
    probe('stream', () => probeSocket(`${api.replace(/^http/, 'ws')}/crypto`, { host, withinMs: answerMsMax })),
    probe('history', () => readAnyBar(ctx, answerMsMax)),
    feeds(ctx),
    networks(ctx),
  ]
  const found = await Promise.all(probes.map((running) => running.catch((cause: unknown) => leftOut(ctx, cause))))
  return found.flat()
}

function leftOut({ log }: Platform, cause: unknown): Probe[] {
  log.warn('a probe of the status page could not look; its time stays unmeasured', { cause })
  return []
}

/** `ask` throws when the component does not do what it is for; it is asked a second time before it counts as down. */
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
    if (fault === null) return [{ component, state: ms > slowMs ? 'degraded' : 'up', ms }]
    log.warn('a probe of the status page found a part that does not work', { component, isLast, cause: fault })
    if (isLast) return [{ component, state: 'down', ms }]
    if (waitMs > 0) await clock.sleep(waitMs)
  }
  return []
}

async function answers(address: string, headers: Record<string, string>): Promise<void> {
  const status = await probePage(address, { headers, withinMs: answerMsMax })
  // A limit that is reached is an answer, too.
  if (status !== 200 && status !== 429) throw new Error(`answered with ${status}`)
}

/** By the newest events that the gateways have seen. A class without any since their start is left out. */
async function feeds(ctx: Platform): Promise<Probe[]> {
  const figures = await sharedFigures(ctx)
  return tapeClasses(ctx, figures, ctx.clock.now()).flatMap(({ class: name, newestAt, trading, silent }) => {
    if (newestAt === null || trading === null) return []
    return [{ component: `feed.${name}`, state: feedState(trading, silent), ms: null }]
  })
}

/** `trading`: markets of a class that trade now; `silent`: those of them without an event for minutes. */
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
