import { type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type AssetClass, type InstrumentId, instrumentKey } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import { coversClass } from '#src/keys/key/scope.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'
import { cheapestFor, type DataCall, entitles } from '#src/plans/entitlement.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Plan } from '#src/plans/plan.ts'

const demoInstruments: readonly InstrumentId[] = [
  { class: 'stock', region: 'US', code: 'AAPL' },
  { class: 'stock', region: 'HK', code: '700' },
  { class: 'forex', region: 'GB', code: 'EURUSD' },
  { class: 'crypto', region: 'BA', code: 'BTCUSD' },
  { class: 'indices', region: 'GB', code: 'SPX' },
  { class: 'future', region: 'US', code: 'ES' },
  { class: 'fund', region: 'US', code: 'SPY' },
]
export const demoKeys: ReadonlySet<string> = new Set(demoInstruments.map(instrumentKey))

/** The only calls that a search token may make: for the instruments of its key's plan, and those of the demo key. */
const searchTokenCalls: readonly DataCall[] = [
  'search',
  'search-more',
  'symbols',
  'kline',
  'quote',
  'tick',
  'depth',
  'trades',
  'stream',
  'indicator',
]

export type Entitlement =
  | { allowed: true; delayMs: number; earliest: number | null }
  /** `wouldAllow`: the plan that the refusal names; null: none. */
  | { allowed: false; wouldAllow: Plan | null; outOfScope?: true }

/** A call on a class, a region (null: the whole class) and, optionally, an instrument. */
export type AccessRequest = { class: AssetClass; region: string | null; code?: string; call: DataCall }

export type Requester = { key: Pick<VerifiedKey, 'kind' | 'plan' | 'scope'>; catalogue: Catalogue; now: number }

/** Decides for all protocols whether a request is allowed, with which delay, and how far back in time. */
export function entitle({ key, catalogue, now }: Requester, request: AccessRequest): Entitlement {
  if (!coversClass(key.scope, request.class)) return { allowed: false, wouldAllow: null, outOfScope: true }
  if (key.kind === 'demo') return demoEntitlement(catalogue, request)
  if (key.kind === 'search' && !searchTokenCalls.includes(request.call)) return { allowed: false, wouldAllow: null }
  if (key.kind === 'search' && isDemo(request)) return free
  const { plan } = key
  if (!plan) return { allowed: false, wouldAllow: null }
  const verdict = entitles(plan, request.class, request.region, request.call)
  if (!verdict.allowed) {
    const wouldAllow = cheapestFor(catalogue.plans, plan, request.class, request.region, request.call)
    return { allowed: false, wouldAllow }
  }
  const { delaySeconds, historyDays } = verdict
  return {
    allowed: true,
    delayMs: delaySeconds * 1_000,
    earliest: historyDays === null ? null : now - historyDays * dayMs,
  }
}

const free: Entitlement = { allowed: true, delayMs: 0, earliest: null }

function demoEntitlement({ planById }: Catalogue, request: AccessRequest): Entitlement {
  if (request.call === 'search' || request.call === 'symbols') return free
  if (request.region === null || request.code === undefined)
    return { allowed: false, wouldAllow: planById('integrated-base') }
  return isDemo(request) ? free : { allowed: false, wouldAllow: planById('integrated-free') }
}

function isDemo({ class: assetClass, region, code }: AccessRequest): boolean {
  return region !== null && code !== undefined && demoKeys.has(instrumentKey({ class: assetClass, region, code }))
}

export function notEntitled(verdict: Extract<Entitlement, { allowed: false }>, locale: Locale): Refusal {
  if (verdict.outOfScope) return refuse('not_in_scope', { extra: { reason: 'not_in_scope' } })
  return notInPlan(verdict.wouldAllow, locale)
}
