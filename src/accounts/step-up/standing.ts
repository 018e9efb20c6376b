import { sql } from 'kysely'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'

/** How a session was proven: `provedAt` in ms, and whether a second factor was part of it. */
export type Standing = { provedAt: number; byFactor: boolean }

/**
 * The standing of a session; null when it has ended. With two-step sign-in every session has the factor. A passkey is a second
 * factor only of the sessions that it opened: without two-step sign-in an e-mailed code opens others.
 */
export async function standingOf(
  ctx: Platform,
  actor: Pick<AccountActor, 'accountId' | 'sessionId'>,
): Promise<Standing | null> {
  const { rows } = await sql<{ proved_at: Date; by_factor: boolean }>`
    select s.proved_at, a.totp_confirmed_at is not null or s.method = 'passkey' as by_factor
    from account_session s join account a on a.id = s.account_id and a.disabled_at is null and a.suspended_at is null
    where s.id = ${actor.sessionId} and s.account_id = ${actor.accountId}
      and s.expires_at > ${new Date(ctx.clock.now())}`.execute(ctx.postgres.db)
  const [row] = rows
  return row ? { provedAt: row.proved_at.getTime(), byFactor: row.by_factor } : null
}
