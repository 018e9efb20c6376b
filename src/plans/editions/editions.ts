import { type Problem, refuse } from '#src/contract/errors.ts'
import type { PlanDocument } from '#src/contract/sales/plan-document.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type Act, authorize } from '#src/staff/authority/authority.ts'
import { orWait, type Waits } from '#src/staff/authority/or-wait.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import { type Difference, differencesOf } from './difference.ts'
import { documentProblems, publicationProblems } from './document.ts'
import { notifyPlanChange } from './plan-changes.ts'
import * as store from './store.ts'

/** The end of the year 9999, the last year that ISO 8601 writes with four digits. */
const dateMax = Date.UTC(10_000, 0)

/**
 * `version`: the `Plans.version` that the person read. If the plans have a newer version, the change is refused. Null:
 * no check.
 */
export type Seen = { version: number | null }

/** `history`: every edition that was ever published. `version`: the next change must send it. */
export type Plans = {
  version: number
  published: store.StoredEdition
  draft: store.StoredEdition | null
  history: readonly store.StoredEdition[]
}

export async function readPlans(ctx: Platform, actor: Actor): Promise<Plans> {
  await requireStaff(ctx, actor, 'plans.read')
  return plansIn(await store.editions(ctx.postgres.db), await store.stateOf(ctx.postgres.db))
}

export async function hasDraft(ctx: Platform, actor: Actor): Promise<boolean> {
  await requireStaff(ctx, actor, 'plans.read')
  return store.hasDraft(ctx.postgres.db)
}

/** Replaces the draft with `document` and cancels a scheduled publication. A draft has no effect on sales. */
export async function saveDraft(
  ctx: Platform,
  actor: Actor,
  { document, version }: Seen & { document: PlanDocument },
): Promise<{ number: number; version: number; differences: Difference[] }> {
  const by = await requireStaff(ctx, actor, 'plans.draft')
  assertSound(documentProblems(document))
  return change(ctx, version, async (tx, { published, draft }) => {
    const authors = new Set(draft?.authors ?? [])
    if (by.kind === 'staff') authors.add(by.accountId)
    const number = await store.putDraft(tx, { document, authors: [...authors], now: ctx.clock.now() })
    const differences = differencesOf(published.document, document)
    const since = draft ? differencesOf(draft.document, document) : differences
    await ctx.postgres.audit(tx, by, 'plans.draft', `edition ${number}`, { differences: since })
    return { number, differences }
  })
}

export async function discardDraft(ctx: Platform, actor: Actor, { version }: Seen): Promise<void> {
  const by = await requireStaff(ctx, actor, 'plans.draft')
  await change(ctx, version, async (tx, { published, draft }) => {
    if (!draft) throw refuse('plans_no_draft')
    await store.discardDraft(tx)
    const differences = differencesOf(draft.document, published.document)
    await ctx.postgres.audit(tx, by, 'plans.discard', `edition ${draft.number}`, { differences })
    return {}
  })
}

/**
 * Publishes the draft now, or at `at` (ms). Subscriptions keep the limits of their edition until they end, and open
 * orders keep their price. If the draft changes a free plan and the publisher is one of the draft's authors, the
 * publication needs an approval.
 */
export async function publishPlans(
  ctx: Platform,
  actor: Actor,
  { version, at }: Seen & { at: number | null },
): Promise<{ number: number; at: number; version: number }> {
  const by = await requireStaff(ctx, actor, 'plans.publish')
  return change(ctx, version, async (tx, { published, draft }) => {
    if (!draft) throw refuse('plans_no_draft')
    if (at !== null && at >= dateMax) throw refuse('invalid_time', { param: 'at' })
    assertSound(publicationProblems(draft.document))
    const differences = differencesOf(published.document, draft.document)
    if (differences.length === 0) throw refuse('plans_unchanged')
    const { number } = draft
    const authority = await authorize(ctx, tx, by, publication(by, draft, differences, at))
    if (authority.waits) return authority
    const { approval } = authority
    const now = ctx.clock.now()
    if (at !== null && at > now) {
      await store.planDraft(tx, at)
      await ctx.postgres.audit(tx, by, 'plans.schedule', `edition ${number}`, { at, differences, approval })
      return { number, at }
    }
    await store.publishDraft(tx, number, now)
    await ctx.postgres.audit(tx, by, 'plans.publish', `edition ${number}`, { differences, approval })
    return { number, at: now }
  })
}

function publication(
  by: StaffActor,
  { number, changedAt, authors }: store.StoredEdition,
  differences: readonly Difference[],
  at: number | null,
): Act {
  const isFree = differences.some(({ plan }) => plan?.endsWith('-free'))
  const isOwn = by.kind === 'system' || (by.kind === 'staff' && authors.includes(by.accountId))
  const act = { verb: 'plans.publish', subject: `edition ${number}`, input: { at, changedAt } } as const
  return { ...act, value: 0n, receiver: null, always: isFree && isOwn }
}

/** Cancels a scheduled publication; the draft stays. */
export async function cancelPublication(ctx: Platform, actor: Actor, { version }: Seen): Promise<void> {
  const by = await requireStaff(ctx, actor, 'plans.publish')
  await change(ctx, version, async (tx, { draft }) => {
    if (!draft) throw refuse('plans_no_draft')
    await store.planDraft(tx, null)
    const planned = { at: draft.publishAt }
    await ctx.postgres.audit(tx, by, 'plans.unschedule', `edition ${draft.number}`, planned)
    return {}
  })
}

/** Publishes the draft when its time has come. Any process may call this: a lock ensures that it is published once. */
export async function publishDue(ctx: Platform): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.lockState(tx)
    const draft = (await store.editions(tx)).find(({ publishedAt }) => publishedAt === null)
    const now = ctx.clock.now()
    if (!draft || draft.publishAt === null || draft.publishAt > now) return
    await store.publishDraft(tx, draft.number, now)
    await store.raiseVersion(tx)
    const planned = { at: draft.publishAt }
    await ctx.postgres.audit(tx, { kind: 'system', name: 'plans' }, 'plans.publish', `edition ${draft.number}`, planned)
    await notifyPlanChange(ctx, tx)
  })
}

/**
 * Runs one change at a time. Refuses a change whose author read an older version of the plans. Notifies every process
 * on commit.
 */
async function change<T extends object>(
  ctx: Platform,
  version: number | null,
  work: (tx: Tx, plans: Plans) => Promise<T | Waits>,
): Promise<T & { version: number }> {
  return orWait(ctx, async (tx) => {
    const state = await store.lockState(tx)
    if (version !== null && version !== state.version)
      throw refuse('plans_changed', { extra: { version: state.version } })
    const done = await work(tx, plansIn(await store.editions(tx), state))
    if ('refusal' in done) return done
    await notifyPlanChange(ctx, tx)
    return { ...done, version: await store.raiseVersion(tx) }
  })
}

function plansIn(editions: readonly store.StoredEdition[], { published: number, version }: store.PlanState): Plans {
  const published = editions.find((edition) => edition.number === number)
  if (!published) throw new Error(`edition ${number} of the plans is missing`)
  const draft = editions.find(({ publishedAt }) => publishedAt === null) ?? null
  return { version, published, draft, history: editions.filter(({ publishedAt }) => publishedAt !== null) }
}

function assertSound(problems: readonly Problem[]): void {
  if (problems.length > 0) throw refuse('plans_invalid', { problems })
}
