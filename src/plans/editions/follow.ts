import { follow } from '#src/platform/follow.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { buildCatalogue, catalogueOf, setCatalogue } from '../catalogue.ts'
import { firstEdition } from '../first-edition.ts'
import { publishDue } from './editions.ts'
import { plansChannel } from './plan-changes.ts'
import * as store from './store.ts'

/** The longest wait between two checks, in case a notification was lost. */
const pollMs = 30_000

/** Loads the published plans. On an installation's first start, also stores `firstEdition` as edition 1. */
export async function loadCatalogue(ctx: Platform, db: Db = ctx.postgres.db): Promise<void> {
  await store.seed(db, firstEdition, ctx.clock.now())
  const { published } = await store.stateOf(db)
  const sold = (await store.editions(db)).filter(({ publishedAt }) => publishedAt !== null)
  setCatalogue(ctx, buildCatalogue(sold, published))
}

/**
 * Reloads the plans if another edition was published. Called before a decision that must use the published edition,
 * such as a sale.
 */
export async function renewCatalogue(ctx: Platform, db: Db = ctx.postgres.db): Promise<void> {
  const published = await store.publishedEdition(db)
  if (published !== null && published !== catalogueOf(ctx).edition) await loadCatalogue(ctx, db)
}

/** Keeps the published edition of this process up to date, and publishes a scheduled draft at its time. */
export function followEditions(ctx: Platform): Promise<AsyncDisposable> {
  const followed = { channel: plansChannel, everyMs: pollMs, failed: 'the plans could not be read' }
  return follow(ctx, followed, () => checkPlans(ctx))
}

async function checkPlans(ctx: Platform): Promise<number> {
  const { published, publishAt } = await store.publicationState(ctx.postgres.db)
  if (published !== catalogueOf(ctx).edition) await loadCatalogue(ctx)
  if (publishAt === null) return pollMs
  const waitMs = publishAt - ctx.clock.now()
  if (waitMs > 0) return waitMs
  await publishDue(ctx)
  return 0
}
