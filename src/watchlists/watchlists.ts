import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import type { Watchlist, WatchlistContent } from '#src/contract/account/watchlists.ts'
import { refuse } from '#src/contract/errors.ts'
import { watchlistsMax } from '#src/contract/site.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './store.ts'

export async function watchlists(ctx: Platform, actor: AccountActor): Promise<Watchlist[]> {
  return store.watchlistsOf(ctx.postgres.db, actor.accountId)
}

export async function createWatchlist(
  ctx: Platform,
  actor: AccountActor,
  content: WatchlistContent,
): Promise<Watchlist> {
  const list = { id: ctx.random.uuid(), ...content }
  await ctx.postgres.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    if ((await store.countWatchlists(tx, actor.accountId)) >= watchlistsMax) throw refuse('conflict')
    await store.addWatchlist(tx, actor.accountId, list, ctx.clock.now())
    await ctx.postgres.audit(tx, actor, 'watchlist.create', list.id, { name: list.name })
  })
  return list
}

export async function changeWatchlist(
  ctx: Platform,
  actor: AccountActor,
  { id, ...content }: Watchlist,
): Promise<Watchlist> {
  await ctx.postgres.transaction(async (tx) => {
    const whose = { accountId: actor.accountId, id }
    if (!(await store.replaceWatchlist(tx, whose, content, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'watchlist.change', id, { name: content.name })
  })
  return { id, ...content }
}

export async function removeWatchlist(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.removeWatchlist(tx, actor.accountId, id))) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'watchlist.remove', id)
  })
}

export async function exportWatchlists(ctx: Platform, accountId: string): Promise<unknown> {
  return store.watchlistsOf(ctx.postgres.db, accountId)
}
