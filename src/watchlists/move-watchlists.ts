import { assetClasses } from '#src/contract/market.ts'
import { heirOfListing, symbolOf, unlisted } from '#src/market/merge/heirs.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './store.ts'

/** Replaces symbols whose instruments were merged or have a new code. No symbol occurs twice in a watchlist. */
export async function moveWatchlists(ctx: Platform): Promise<void> {
  const gone = await unlisted(ctx, await store.watchedSymbols(ctx.postgres.db))
  for (const symbol of gone) {
    const colon = symbol.indexOf(':')
    const prefix = symbol.slice(0, colon)
    const assetClass = assetClasses.find((name) => name === prefix.toLowerCase()) ?? null
    const exchange = assetClass === null ? prefix : null
    const heir = await heirOfListing(ctx, { class: assetClass, exchange, code: symbol.slice(colon + 1) })
    const moved = heir && symbolOf(heir, symbol)
    if (moved && moved !== symbol) await store.replaceSymbol(ctx.postgres.db, symbol, moved)
  }
}
