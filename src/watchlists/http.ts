import {
  changeWatchlistRoute,
  createWatchlistRoute,
  removeWatchlistRoute,
  watchlistsRoute,
} from '#src/contract/account/watchlists.ts'
import type { Api } from '#src/platform/http/api.ts'
import { changeWatchlist, createWatchlist, removeWatchlist, watchlists } from './watchlists.ts'

export function mountWatchlists(api: Api): void {
  api.handle(watchlistsRoute, async (ctx, { actor }) => ({ watchlists: await watchlists(ctx, actor) }))
  api.handle(createWatchlistRoute, async (ctx, { actor, body }) => createWatchlist(ctx, actor, body))
  api.handle(changeWatchlistRoute, async (ctx, { actor, params, body }) =>
    changeWatchlist(ctx, actor, { id: params.id, ...body }),
  )
  api.handle(removeWatchlistRoute, (ctx, { actor, params }) => removeWatchlist(ctx, actor, params.id))
}
