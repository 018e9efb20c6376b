import { TapewireError } from '#sdk/error.ts'
import type { Tip } from './panels/tips-dialog.tsx'

/** The tip that a refusal calls for; null for what a tip cannot help. */
export function tipOf(error: unknown): Tip | null {
  if (!(error instanceof TapewireError)) return null
  if (error.status === 401) return { kind: 'login' }
  if (error.status === 429) return { kind: 'quota', seconds: error.retryAfter ?? 60 }
  if (error.error === 'history_limit') return { kind: 'history' }
  return error.status === 403 ? { kind: 'plan' } : null
}
