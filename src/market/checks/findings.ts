import { refuse } from '#src/contract/errors.ts'
import type { FindingState } from '#src/contract/operator/data/finding-kinds.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import * as store from './finding-store.ts'

const noteMax = 500

export type FindingPage = { findings: store.StoredFinding[]; open: number; next: string | null }

/** A page of findings, newest first, and the number of open findings. */
export async function listFindings(
  ctx: Platform,
  actor: Actor,
  filter: store.FindingFilter,
  { limit, after }: { limit: number; after: string | null },
): Promise<FindingPage> {
  await requireStaff(ctx, actor, 'finding.list')
  const { db } = ctx.postgres
  const rows = await store.findingsBy(db, filter, { limit: limit + 1, after })
  const findings = rows.slice(0, limit)
  const next = rows.length > limit ? (findings.at(-1)?.id ?? null) : null
  return { findings, open: await store.openFindings(db), next }
}

/**
 * The number of open findings, the number of stopped series among these findings, both counted up to 10,000, and the
 * time of the newest open finding.
 */
export async function findingFigures(ctx: Platform): Promise<store.FindingFigures> {
  return store.findingFigures(ctx.postgres.db)
}

/**
 * `version`: the version of the finding that the person read. If the finding has a newer version, the call is refused
 * with `changed_meanwhile`. Null: no check.
 */
export type AboutFinding = { id: string; version: number | null }

/** Accepts a finding and leaves the bars unchanged; later checks do not report it again. */
export async function acceptFinding(
  ctx: Platform,
  actor: Actor,
  about: AboutFinding & { note: string },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'finding.accept')
  const note = about.note.trim()
  if (note.length > noteMax || note.includes('\0')) throw refuse('invalid_parameter', { param: 'note' })
  await judge(ctx, by, 'finding.accept', about, { from: 'open', state: 'accepted', note })
}

export async function reopenFinding(ctx: Platform, actor: Actor, about: AboutFinding): Promise<void> {
  const by = await requireStaff(ctx, actor, 'finding.reopen')
  await judge(ctx, by, 'finding.reopen', about, { from: 'accepted', state: 'open', note: '' })
}

type Verdict = { from: FindingState; state: FindingState; note: string }

async function judge(
  ctx: Platform,
  by: StaffActor,
  action: string,
  { id, version }: AboutFinding,
  { from, state, note }: Verdict,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const finding = await store.lockFinding(tx, id)
    if (!finding) throw refuse('not_found')
    if (version !== null && finding.version !== version) throw refuse('changed_meanwhile')
    if (finding.state !== from) throw refuse('conflict')
    await store.judge(tx, id, { state, note }, ctx.clock.now())
    await ctx.postgres.audit(tx, by, action, id, { state, note })
  })
}
