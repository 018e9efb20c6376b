import { expect, test } from 'vitest'
import { createWatchlistRoute } from '#src/contract/account/watchlists.ts'
import { watchlistSymbolsMax, watchlistsMax } from '#src/contract/site.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { changeWatchlist, createWatchlist, removeWatchlist, watchlists } from './watchlists.ts'

const apple = 'NASDAQ:AAPL'
const bitcoin = 'crypto:BTCUSD'

test('an account sees only its own watchlists, with their instruments and in the order of their creation', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx)
  const bob = await testAccount(ctx, 'bob@example.com')
  const shares = await createWatchlist(ctx, ada.actor, { name: 'Shares', symbols: [apple, 'HKEX:700'] })
  const coins = await createWatchlist(ctx, ada.actor, { name: 'Coins', symbols: [bitcoin] })
  await createWatchlist(ctx, bob.actor, { name: 'Shares', symbols: [] })
  expect(await watchlists(ctx, ada.actor)).toEqual([shares, coins])
  expect(await watchlists(ctx, bob.actor)).toMatchObject([{ name: 'Shares', symbols: [] }])
})

test('a changed watchlist keeps its position, and a removed watchlist is no longer returned', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  const first = await createWatchlist(ctx, actor, { name: 'Shares', symbols: [apple] })
  const second = await createWatchlist(ctx, actor, { name: 'Coins', symbols: [bitcoin] })
  const changed = { id: first.id, name: 'Both', symbols: [bitcoin, apple] }
  await changeWatchlist(ctx, actor, changed)
  expect(await watchlists(ctx, actor)).toEqual([changed, second])
  await removeWatchlist(ctx, actor, second.id)
  expect(await watchlists(ctx, actor)).toEqual([changed])
})

test('the watchlist of another account can be neither changed nor removed', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx)
  const eve = await testAccount(ctx, 'eve@example.com')
  const list = await createWatchlist(ctx, ada.actor, { name: 'Shares', symbols: [apple] })
  const refused = { error: 'not_found' }
  await expect(changeWatchlist(ctx, eve.actor, { ...list, name: 'Mine' })).rejects.toMatchObject(refused)
  await expect(removeWatchlist(ctx, eve.actor, list.id)).rejects.toMatchObject(refused)
  expect(await watchlists(ctx, ada.actor)).toEqual([list])
})

test('an account can create watchlists up to a limit, and a further watchlist is refused', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  for (let number = 0; number < watchlistsMax; number++)
    await createWatchlist(ctx, actor, { name: `No. ${number}`, symbols: [] })
  const another = createWatchlist(ctx, actor, { name: 'Another', symbols: [] })
  await expect(another).rejects.toMatchObject({ error: 'conflict' })
})

test('a watchlist accepts headings and chart tickers, each ticker once, up to its limit of entries', () => {
  const accepts = (symbols: unknown) => createWatchlistRoute.body.safeParse({ name: 'Shares', symbols }).success
  expect(accepts([apple, bitcoin, 'CME:ES=F', 'NYSE:BRK.B'])).toBe(true)
  for (const wrong of ['AAPL', 'a b:c', 'NASDAQ:', 'A:B:C', '<b>:x y']) expect(accepts([wrong]), wrong).toBe(false)
  expect(accepts(['### Banks & Brokers', apple, '### 加密货币', bitcoin])).toBe(true)
  for (const wrong of ['###', '### ', '###Banks', '###  Banks', '### Banks ', `### ${'x'.repeat(41)}`, '### a\u0000'])
    expect(accepts([wrong]), wrong).toBe(false)
  expect(accepts([apple, apple])).toBe(false)
  const many = Array.from({ length: watchlistSymbolsMax + 1 }, (_, n) => `X:${n}`)
  expect([accepts(many.slice(1)), accepts(many)]).toEqual([true, false])
})
