import type { Platform } from '#src/platform/platform.ts'
import { buildCatalogue, catalogueOf, setCatalogue } from './catalogue.ts'
import { publishDue } from './editions.ts'
import { firstEdition } from './first-edition.ts'
import { listenForPlanNews } from './news.ts'
import * as store from './store.ts'

/** How often a process looks by itself, in case the news of an edition did not reach it. */
const pollMs = 30_000

/** Reads what is sold into this process. The first start of an installation stores the code's own plans as edition 1. */
export async function loadCatalogue(ctx: Platform): Promise<void> {
  const { db } = ctx.postgres
  await store.seed(db, firstEdition, ctx.clock.now())
  const { published } = await store.stateOf(db)
  const sold = (await store.editions(db)).filter(({ publishedAt }) => publishedAt !== null)
  setCatalogue(ctx, buildCatalogue(sold, published))
}

/** Follows the published edition from now on, and publishes what is planned when its time has come. */
export async function followEditions(ctx: Platform): Promise<AsyncDisposable> {
  const closing = new AbortController()
  let nap = new AbortController()
  const listener = await listenForPlanNews(ctx, () => nap.abort())
  const run = async () => {
    while (!closing.signal.aborted) {
      nap = new AbortController()
      const waitMs = await look(ctx).catch((cause: unknown) => {
        ctx.log.warn('the plans could not be read', { cause })
        return pollMs
      })
      await ctx.clock.sleep(waitMs, AbortSignal.any([closing.signal, nap.signal])).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await listener[Symbol.asyncDispose]()
      await running
    },
  }
}

/** Milliseconds until the next look. */
async function look(ctx: Platform): Promise<number> {
  const { published, publishAt } = await store.standing(ctx.postgres.db)
  if (published !== catalogueOf(ctx).edition) await loadCatalogue(ctx)
  if (publishAt === null) return pollMs
  const waitMs = publishAt - ctx.clock.now()
  if (waitMs > 0) return Math.min(waitMs, pollMs)
  await publishDue(ctx)
  return 0
}
