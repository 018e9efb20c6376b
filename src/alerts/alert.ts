import type { Alert, AlertCondition, PausedBy } from '#src/contract/account/alerts.ts'

/** Times in ms. */
export type StoredAlert = {
  id: string
  accountId: string
  key: string
  ticker: string
  condition: AlertCondition
  note: string
  pauseSeconds: number | null
  byMail: boolean
  byWebhook: boolean
  createdAt: number
  expiresAt: number | null
  version: number
  /** `paused`: the plan did not allow the alert at the time when it would have fired. */
  state: 'waiting' | 'armed' | 'done' | 'paused'
  restsUntil: number | null
  firedAt: number | null
}

/** An alert in its evaluator's memory. `restsUntil`: end of the pause after a firing, ms; 0: no pause. */
export type LiveAlert = {
  readonly id: string
  readonly version: number
  readonly key: string
  readonly condition: AlertCondition
  readonly isUp: boolean
  readonly threshold: number
  readonly pauseMs: number | null
  readonly expiresAt: number | null
  isArmed: boolean
  restsUntil: number
  /** True when the alert can never fire again: it was removed, changed or expired, or it fired and does not repeat. */
  isGone: boolean
}

/** A firing that was written for the first time. */
export type WrittenFiring = { id: string; accountId: string }

export function liveAlert(stored: StoredAlert): LiveAlert {
  const { id, version, key, condition, pauseSeconds, expiresAt, state, restsUntil } = stored
  return {
    ...{ id, version, key, condition, expiresAt },
    isUp: condition.direction === 'up',
    threshold: condition.kind === 'change' && condition.direction === 'down' ? -condition.value : condition.value,
    pauseMs: pauseSeconds === null ? null : pauseSeconds * 1_000,
    isArmed: state === 'armed',
    restsUntil: restsUntil ?? 0,
    isGone: state === 'done' || state === 'paused',
  }
}

/** `refusedBy`: the reason why the owner's plans do not allow the alert; null when a plan allows it. */
export function presentAlert(stored: StoredAlert, now: number, refusedBy: PausedBy | null): Alert {
  const { id, ticker, condition, note, pauseSeconds, expiresAt, byMail, byWebhook, createdAt, firedAt } = stored
  const isOver = stored.state === 'done' || (expiresAt !== null && expiresAt <= now)
  const pausedBy = isOver ? null : (refusedBy ?? (stored.state === 'paused' ? 'earlier' : null))
  const state = isOver && stored.state !== 'done' ? 'expired' : stored.state
  return {
    ...{ id, symbol: ticker, condition, note, pauseSeconds, expiresAt, createdAt, firedAt },
    mail: byMail,
    webhook: byWebhook,
    state: pausedBy === null ? state : 'paused',
    pausedBy,
  }
}
