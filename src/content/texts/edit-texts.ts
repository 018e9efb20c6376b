import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type OwnFile, readOwnText } from './own-text.ts'
import * as store from './text-store.ts'

export const textsChannel = 'content_texts'

const versionsShown = 50
const sourceMax = 256 * 1024

/** `number`: the newest version that the editor read; 0 if there was no version. */
export type KeepText = { path: string; number: number; source: string }

export async function listVersions(ctx: Platform, actor: Actor, path: string): Promise<store.TextVersion[]> {
  await requireStaff(ctx, actor, 'content.read')
  return store.versionsOf(ctx.postgres.db, path, versionsShown)
}

/**
 * Saves a text as its next version, which is hidden from readers until it is published. Refuses a text with a fault.
 */
export async function keepText(ctx: Platform, actor: Actor, { path, number, source }: KeepText): Promise<number> {
  const by = await requireStaff(ctx, actor, 'content.keep')
  const now = ctx.clock.now()
  if (source.length > sourceMax) throw refuse('invalid_parameter', { param: 'body' })
  const { faults } = await readOwnText(path, new TextEncoder().encode(source), now)
  const [fault] = faults
  if (fault) throw refuse('invalid_parameter', { param: paramOf(fault) })
  const next = number + 1
  await ctx.postgres.transaction(async (tx) => {
    const [newest] = await store.versionsOf(tx, path, 1)
    const isNext =
      (newest?.number ?? 0) === number && (await store.insertVersion(tx, { path, number: next, source }, now))
    if (!isNext) throw refuse('changed_meanwhile')
    await ctx.postgres.audit(tx, by, 'content.keep', path, { version: next })
  })
  return next
}

function paramOf({ name, at }: OwnFile['faults'][number]): string {
  if (name === 'missing') return at
  if (name === 'bad_date') return 'date'
  return name === 'unknown_place' ? 'path' : 'body'
}

/** Shows readers a new or an earlier version. */
export async function publishText(
  ctx: Platform,
  actor: Actor,
  { path, number }: { path: string; number: number },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'content.publish')
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.hideShown(tx, path)
    if (!(await store.showVersion(tx, path, number, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'content.publish', path, { before, after: number })
    await notifyChange(ctx, tx)
  })
}

/** Shows the file of `CONTENT_DIR` or the product's text again. The versions stay. */
export async function withdrawText(ctx: Platform, actor: Actor, path: string): Promise<void> {
  const by = await requireStaff(ctx, actor, 'content.publish')
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.hideShown(tx, path)
    if (before === null) throw refuse('conflict')
    await ctx.postgres.audit(tx, by, 'content.withdraw', path, { before, after: null })
    await notifyChange(ctx, tx)
  })
}

async function notifyChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, textsChannel, {})
}
