import { ApiError } from '#sdk/typescript/error.ts'
import { LockedPrices } from '../data/beside.ts'
import type { SearchAccess } from '../state/symbols/symbol-search.ts'
import type { Tip } from './tips-dialog.tsx'

type Refused = {
  /** The kind of load that was refused. */
  at: 'first' | 'older' | 'live' | undefined
  reader: SearchAccess['kind']
}

/**
 * The tip for a refusal; null when no tip helps. A refusal of older bars means that the plan limits history. Only
 * visitors get a tip for an exhausted quota, because the chart has the same quota in every plan.
 */
export function tipOf(error: unknown, { at, reader }: Refused): Tip | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return { kind: 'login' }
  if (error.status === 429) return reader === 'visitor' ? { kind: 'quota', seconds: error.retryAfter ?? 60 } : null
  if (error.status !== 403 || reader === 'failed') return null
  if (error.error === 'plan_expired') return { kind: 'expired' }
  if (error instanceof LockedPrices && reader !== 'visitor') return null
  if (at === 'older') return { kind: 'history' }
  return { kind: reader === 'visitor' ? 'visitor' : 'plan' }
}
