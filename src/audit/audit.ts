import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { AuditCursor, AuditEntry, AuditFilter } from './entry.ts'
import { auditEntries, chainedEntries } from './entry-store.ts'
import { type ChainReport, type NotedHead, recentChain, verifyAudit } from './verify.ts'

const pageMax = 200

/** One page of the log, newest first; `limit` is at most 200. The filter may name accounts by mail address. */
export async function listAudit(
  ctx: Platform,
  actor: Actor,
  filter: AuditFilter,
  page: { limit: number; after: AuditCursor | null },
): Promise<{ entries: AuditEntry[]; next: AuditCursor | null }> {
  await requireStaff(ctx, actor, 'audit.list')
  const byIds = await withIds(ctx.postgres.db, filter)
  return auditEntries(ctx.postgres.db, byIds, { ...page, limit: Math.min(page.limit, pageMax) })
}

/** The newest entries that match the filter. Does not check permissions: callers in other domains must check them. */
export async function newestEntries(db: Db, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  return (await auditEntries(db, filter, { limit, after: null })).entries
}

/** The chained entries that match `filter` (as in `listAudit`), oldest first. The export itself is audited. */
export async function* exportAudit(ctx: Platform, actor: Actor, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const by = await requireStaff(ctx, actor, 'audit.export')
  const byIds = await withIds(ctx.postgres.db, filter)
  await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, by, 'audit.export', 'audit', { ...byIds }))
  yield* chainedEntries(ctx.postgres.db, byIds)
}

/**
 * Replaces mail addresses in the filter by account ids. Call it only after the permission check, because it reveals
 * which accounts exist.
 */
async function withIds(db: Db, { actorId, subject, ...rest }: AuditFilter): Promise<AuditFilter> {
  return { ...rest, actorId: await idOf(db, 'actor', actorId), subject: await idOf(db, 'subject', subject) }
}

async function idOf(db: Db, param: string, text: string | undefined): Promise<string | undefined> {
  if (!text?.includes('@')) return text
  const contact = await contactByEmail(db, text)
  if (!contact) throw refuse('email_unknown', { param })
  return contact.id
}

export async function auditChain(
  ctx: Platform,
  actor: Actor,
): Promise<{ position: number; late: number; sound: boolean }> {
  await requireStaff(ctx, actor, 'audit.list')
  return recentChain(ctx)
}

export async function checkAudit(ctx: Platform, actor: Actor, noted: NotedHead | null): Promise<ChainReport> {
  await requireStaff(ctx, actor, 'audit.verify')
  return verifyAudit(ctx, noted)
}

export async function exportAccountLog(ctx: Platform, accountId: string): Promise<unknown> {
  const { db } = ctx.postgres
  const all = { limit: 100_000, after: null }
  const did = await auditEntries(db, { actorId: accountId }, all)
  const befell = await auditEntries(db, { subject: accountId }, all)
  const ids = new Set(did.entries.map(({ id }) => id))
  const entries = [...did.entries, ...befell.entries.filter(({ id }) => !ids.has(id))]
  return entries
    .sort((a, b) => a.at - b.at || a.id - b.id)
    .map(({ at, actorKind, action, subject, detail }) => ({
      at: new Date(at).toISOString(),
      actorKind,
      action,
      subject,
      detail: withoutNotes(detail),
    }))
}

/**
 * Removes notes that staff write for each other: they are not the person's data, even inside a request of the person.
 */
function withoutNotes({ note: _note, input, ...detail }: Record<string, unknown>): Record<string, unknown> {
  if (input === undefined) return detail
  return { ...detail, input: typeof input === 'object' && input !== null ? withoutNotes({ ...input }) : input }
}

export { sealOldRows } from './seal-store.ts'
