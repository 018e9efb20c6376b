import { TapewireError } from '#sdk/typescript/error.ts'
import type { Tip } from './tips-dialog.tsx'

/** The tip that a refusal calls for; null for what a tip cannot help. Older bars that a plan refuses are its limit of history. */
export function tipOf(error: unknown, at?: 'first' | 'older' | 'live'): Tip | null {
  if (!(error instanceof TapewireError)) return null
  if (error.status === 401) return { kind: 'login' }
  if (error.status === 429) return { kind: 'quota', seconds: error.retryAfter ?? 60 }
  if (error.status === 403) return { kind: at === 'older' ? 'history' : 'plan' }
  return null
}
