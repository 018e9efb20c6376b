import { Bell } from '#src/platform/loop.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { buildCatalogue, catalogueOf, setCatalogue } from '../catalogue.ts'
import { firstEdition } from '../first-edition.ts'
import { publishDue } from './editions.ts'
import { listenForPlanChanges } from './plan-changes.ts'
import * as store from './store.ts'

/** The longest wait between two checks, in case a notification was lost. */
const pollMs = 30_000

/** Loads the published plans. On an installation's first start it stores `firstEdition` as edition 1. */
export async function loadCatalogue(ctx: Platform, db: Db = ctx.postgres.db): Promise<void> {
  await store.seed(db, firstEdition, ctx.clock.now())
  const { published } = await store.stateOf(db)
  const sold = (await store.editions(db)).filter(({ publishedAt }) => publishedAt !== null)
  setCatalogue(ctx, buildCatalogue(sold, published))
}

/** Reloads the plans if another edition was published; for processes that do not follow the editions, and for sales. */
export async function renewCatalogue(ctx: Platform, db: Db = ctx.postgres.db): Promise<void> {
  const published = await store.publishedEdition(db)
  if (published !== null && published !== catalogueOf(ctx).edition) await loadCatalogue(ctx, db)
}

/** Keeps the published edition of this process up to date, and publishes a scheduled draft at its time. */
export async function followEditions(ctx: Platform): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const bell = new Bell()
  const listener = await listenForPlanChanges(ctx, () => bell.ring())
  const run = async () => {
    while (!stop.signal.aborted) {
      const waitMs = await checkPlans(ctx).catch((cause: unknown) => {
        ctx.log.warn('the plans could not be read', { cause })
        return pollMs
      })
      await bell.wait(ctx.clock, waitMs, stop.signal)
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await running
    },
  }
}

async function checkPlans(ctx: Platform): Promise<number> {
  const { published, publishAt } = await store.publicationState(ctx.postgres.db)
  if (published !== catalogueOf(ctx).edition) await loadCatalogue(ctx)
  if (publishAt === null) return pollMs
  const waitMs = publishAt - ctx.clock.now()
  if (waitMs > 0) return Math.min(waitMs, pollMs)
  await publishDue(ctx)
  return 0
}
