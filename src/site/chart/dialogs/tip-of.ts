import { TapewireError } from '#sdk/typescript/error.ts'
import type { SearchAccess } from '../state/symbols/symbol-search.ts'
import type { Tip } from './tips-dialog.tsx'

type Refused = {
  /** What was asked for when the refusal came. */
  at: 'first' | 'older' | 'live' | undefined
  reader: SearchAccess['kind']
}

/** The tip that a refusal calls for; null for what a tip cannot help. Older bars that a plan refuses are its limit of history. */
export function tipOf(error: unknown, { at, reader }: Refused): Tip | null {
  if (!(error instanceof TapewireError)) return null
  if (error.status === 401) return { kind: 'login' }
  if (error.status === 429) return { kind: 'quota', seconds: error.retryAfter ?? 60 }
  if (error.status !== 403 || reader === 'failed') return null
  if (error.error === 'plan_expired') return { kind: 'expired' }
  if (at === 'older') return { kind: 'history' }
  return { kind: reader === 'visitor' ? 'visitor' : 'plan' }
}
