import type { Device } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { type AccountActor, type Actor, personOf } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { isStaffAccount, lockAccount } from '../account/store.ts'
import {
  hashToken,
  isAbout,
  readSessionToken,
  recentMs,
  type Session,
  type SessionChange,
  type SignInMethod,
  seenEveryMs,
  sessionChange,
  sessionChannel,
  sessionLifeMs,
  staffSessionLifeMs,
} from './session.ts'
import * as store from './session-store.ts'

export type Client = { address: string; userAgent: string }
/** `factor`: `both` when the sign-in included the second factor, or used a passkey, which counts as both factors. */
export type SignInProof = { method: SignInMethod; factor: 'first' | 'both' }
export type OpenedSession = { token: string; session: Session }
/** `actor` is for the account in which the session works; the other fields are the person's own. */
export type SignedIn = {
  actor: AccountActor
  accountId: string
  email: string
  timeZone: string
  imageUrl: string | null
  /** The time until which the session counts as recently proven, ms. */
  recentUntil: number
}

/**
 * Opens a session. Its random value is sent once; only its SHA-256 is stored. Refused while the account is suspended.
 */
export async function openSession(
  ctx: Platform,
  tx: Tx,
  account: Account,
  { method, factor }: SignInProof,
  client: Client,
): Promise<OpenedSession> {
  if (account.suspendedAt !== null) throw refuse('account_suspended')
  const now = ctx.clock.now()
  const lifeMs = (await isStaffAccount(tx, account.id)) ? staffSessionLifeMs : sessionLifeMs
  const token = ctx.random.bytes(32).toString('base64url')
  const session: Session = {
    id: ctx.random.uuid(),
    accountId: account.id,
    method,
    createdAt: now,
    provedAt: now,
    factorAt: factor === 'both' ? now : null,
    seenAt: now,
    expiresAt: now + lifeMs,
    userAgent: client.userAgent,
    address: client.address,
  }
  await store.insertSession(tx, session, hashToken(token))
  const actor: Actor = { kind: 'account', accountId: account.id, sessionId: session.id }
  await ctx.postgres.audit(tx, actor, 'session.open', session.id, { method })
  return { token, session }
}

const reads = new Set(['GET', 'HEAD'])

/** The account of a request; null for a stranger, a suspended account, or a credential that is not live. */
export async function findSession(ctx: Platform, request: Request): Promise<SignedIn | null> {
  const found = await readSession(ctx, request)
  if (found === 'suspended' || found?.actor.member?.role !== null) return found === 'suspended' ? null : found
  // The session may no longer work in the team account, so a page is shown for the person's own account. A write is
  // refused, since it was meant for the team account.
  if (!reads.has(request.method)) return found
  await store.workAtHome(ctx.postgres.db, found.actor.sessionId)
  return findSession(ctx, request)
}

async function readSession(ctx: Platform, request: Request): Promise<SignedIn | 'suspended' | null> {
  const token = readSessionToken(ctx.settings, request.headers)
  if (token === null) return null
  const now = ctx.clock.now()
  const session = await store.sessionByToken(ctx.postgres.db, hashToken(token), now)
  if (!session) return null
  if (session.suspended) return 'suspended'
  if (now - session.seenAt >= seenEveryMs) await store.touchSession(ctx.postgres.db, session.id, now, null)
  return {
    actor: actorOf(session),
    accountId: session.accountId,
    email: session.email,
    timeZone: session.timeZone,
    imageUrl: session.imageUrl,
    recentUntil: session.provedAt + recentMs,
  }
}

function actorOf({ id: sessionId, accountId, actsFor, role }: store.LiveSession): AccountActor {
  const own = { kind: 'account', accountId, sessionId } as const
  if (actsFor === null) return role === null || role === 'owner' ? own : { ...own, member: { accountId, role } }
  return { ...own, accountId: role === null ? accountId : actsFor, member: { accountId, role } }
}

/** Like `findSession`, but throws `account_suspended` for a suspended account. */
export async function authenticate(ctx: Platform, request: Request): Promise<AccountActor | null> {
  const found = await readSession(ctx, request)
  if (found === 'suspended') throw refuse('account_suspended')
  return found?.actor ?? null
}

export async function isSessionAlive(
  ctx: Platform,
  at: { sessionId: string; accountId: string },
  roles: readonly TeamRole[],
): Promise<boolean> {
  const role = await store.liveRole(ctx.postgres.db, at, ctx.clock.now())
  return role !== null && roles.includes(role)
}

export async function signOut(ctx: Platform, actor: AccountActor): Promise<void> {
  await endSession(ctx, actor, actor.sessionId)
}

export async function endSession(ctx: Platform, actor: AccountActor, sessionId: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, actor.accountId, sessionId))) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'session.end', sessionId)
    await notifySessionChange(ctx, tx, { accountId: actor.accountId, sessionIds: [sessionId] })
  })
}

export async function endSessions(ctx: Platform, tx: Tx, accountId: string, keepId: string | null): Promise<void> {
  // A sign-in locks the account, too, so a session that it opens at the same time is ended as well.
  await lockAccount(tx, accountId)
  const ended = await store.deleteSessions(tx, accountId, keepId)
  if (ended.length === 0) return
  await notifySessionChange(ctx, tx, { accountId, sessionIds: keepId === null ? null : ended })
}

export async function listDevices(ctx: Platform, actor: AccountActor): Promise<Device[]> {
  const sessions = await store.sessionsOf(ctx.postgres.db, actor.accountId, ctx.clock.now())
  return sessions.map((session) => ({
    id: session.id,
    current: session.id === actor.sessionId,
    method: session.method,
    userAgent: session.userAgent,
    address: session.address,
    createdAt: session.createdAt,
    seenAt: session.seenAt,
  }))
}

/** Calls `handler` when sessions end in any process, and `onGap` when notifications may have been missed. */
export async function listenForEndedSessions(
  ctx: Platform,
  handler: (change: SessionChange) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(
    sessionChannel,
    (payload) => {
      const parsed = sessionChange.safeParse(payload)
      if (parsed.success) handler(parsed.data)
      else onGap()
    },
    onGap,
  )
}

/** Calls `ring` when the actor's session has ended or lost rights, or when that is uncertain. */
export async function listenForOwnEnd(ctx: Platform, actor: AccountActor, ring: () => void): Promise<AsyncDisposable> {
  const at = { ...actor, personId: personOf(actor).accountId }
  return listenForEndedSessions(ctx, (change) => isAbout(change, at) && ring(), ring)
}

/** The number of ids that fit into a notification. */
const idsMax = 150

export async function notifySessionChange(
  ctx: Platform,
  tx: Tx,
  { accountId, sessionIds }: SessionChange,
): Promise<void> {
  if (sessionIds === null) return ctx.postgres.notify(tx, sessionChannel, { accountId, sessionIds })
  for (let from = 0; from < sessionIds.length; from += idsMax)
    await ctx.postgres.notify(tx, sessionChannel, { accountId, sessionIds: sessionIds.slice(from, from + idsMax) })
}
