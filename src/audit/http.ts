import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import {
  type AuditQuery,
  type AuditRow,
  auditChainRoute,
  exportAuditRoute,
  listAuditRoute,
} from '#src/contract/operator/audit.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Api } from '#src/platform/http/api.ts'
import { streamLines } from '#src/platform/http/streams/stream-lines.ts'
import type { Platform } from '#src/platform/platform.ts'
import { auditChain, exportAudit, listAudit } from './audit.ts'
import { type AuditEntry, type AuditFilter, cursorText, readCursor } from './entry.ts'

const rowsOfPage = 50

export function mountAudit(api: Api): void {
  api.handle(listAuditRoute, async (ctx, { actor, query }) => {
    const after = query.after === undefined ? null : readCursor(query.after)
    if (query.after !== undefined && after === null) throw refuse('invalid_cursor', { param: 'after' })
    const { entries, next } = await listAudit(ctx, actor, readFilter(query), { limit: rowsOfPage, after })
    return { entries: await present(ctx, entries), next: next && cursorText(next) }
  })
  api.handle(auditChainRoute, (ctx, { actor }) => auditChain(ctx, actor))
  api.handle(exportAuditRoute, async (ctx, { actor, query }) => {
    const entries = exportAudit(ctx, actor, readFilter(query))
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return streamLines(linesOf(entries), { name: `audit-${day}.ndjson`, type: 'application/x-ndjson' })
  })
}

function readFilter({ actor, subject, action, from, to }: AuditQuery): AuditFilter {
  return {
    actorId: actor || undefined,
    subject: subject || undefined,
    action: action || undefined,
    from: from ? Date.parse(from) : undefined,
    to: to ? Date.parse(to) + dayMs : undefined,
  }
}

async function present(ctx: Platform, entries: readonly AuditEntry[]): Promise<AuditRow[]> {
  const ids = entries.flatMap(({ actorId, subject }) => (actorId === null ? [subject] : [actorId, subject]))
  const known = await addressesOf(ctx.postgres.db, [...new Set(ids)])
  const emails = new Map(known.map(({ accountId, email }) => [accountId, email]))
  const named = (id: string) => ({ id, email: emails.get(id) ?? null })
  return entries.map(({ actorId, subject, ...entry }) => ({
    ...entry,
    actor: actorId === null ? null : named(actorId),
    subject: named(subject),
  }))
}

async function* linesOf(entries: AsyncGenerator<AuditEntry>): AsyncGenerator<string> {
  for await (const { at, ...entry } of entries) yield JSON.stringify({ at: new Date(at).toISOString(), ...entry })
}
