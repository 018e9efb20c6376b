import { type BrandDocument, brandSchema } from '#src/contract/brand/brand.ts'
import { brandOf, documentOf, makeBrand, setBrand } from '#src/platform/brand/brand.ts'
import { follow } from '#src/platform/follow.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { brandChannel } from './brands.ts'
import { marksOfFolder } from './mark-files.ts'
import { shownEdition, shownNumber } from './store.ts'

/** The longest wait between two reads, in case a notification was lost. */
const pollMs = 30_000

/** Reads the brand in use: the edition published in the console, else the settings and the files of `BRAND_DIR`. */
export async function loadBrand(ctx: Platform, db: Db = ctx.postgres.db): Promise<void> {
  const shown = await shownEdition(db)
  const read = shown && brandSchema.safeParse(shown.document)
  if (read && !read.success) ctx.log.warn('the published brand cannot be used', { edition: shown?.number })
  const document: BrandDocument = read?.success
    ? read.data
    : { ...documentOf(ctx.settings), ...(await marksOfFolder(ctx.settings)) }
  setBrand(ctx, makeBrand(document, read?.success ? (shown?.number ?? 0) : 0))
}

export function followBrand(ctx: Platform): Promise<AsyncDisposable> {
  const followed = { channel: brandChannel, everyMs: pollMs, failed: 'the brand could not be read' }
  return follow(ctx, followed, async () => {
    if (((await shownNumber(ctx.postgres.db)) ?? 0) !== brandOf(ctx).edition) await loadBrand(ctx)
  })
}
