import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { post } from '../order/ledger-store.ts'

let count = 0
async function give(ctx: TestPlatform, { actor }: TestAccount, amount: number, note?: string): Promise<void> {
  const entry = { accountId: actor.accountId, kind: 'correction', micro: usdt(amount), idem: `${++count}` } as const
  await ctx.postgres.transaction((tx) => post(ctx, tx, { ...entry, ...(note ? { note } : {}) }))
}

test('every page of the credit history shows the balance after each entry, and no entries of other accounts', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx, 'ada@example.com')
  const bob = await testAccount(ctx, 'bob@example.com')
  for (let amount = 1; amount <= 25; amount += 1) {
    await give(ctx, ada, amount % 5 === 0 ? -amount / 5 : amount)
    await give(ctx, bob, 1_000)
  }
  const site = siteApi(ctx)
  const page = async (query: string) =>
    (await site.send(`/api/billing${query}`, { cookie: `authorization=${ada.token}` })).data
  const first = await page('')
  const second = await page(`?after=${first.entries.next}`)
  expect([first.entries.content.length, second.entries.content.length, second.entries.next]).toEqual([20, 5, null])
  const oldestFirst = [...first.entries.content, ...second.entries.content].reverse()
  let balance = 0
  for (const entry of oldestFirst) {
    balance += Number(entry.amount)
    expect(Number(entry.balance)).toBe(balance)
  }
  expect(Number(first.credit)).toBe(balance)
})

test('the credit history is exported as CSV in the chosen language, with cells that are never formulas', async () => {
  await using ctx = await testPlatform({ now: '2026-11-20T10:00:00Z' })
  const ada = await testAccount(ctx, 'ada@example.com')
  await give(ctx, ada, 5)
  await give(ctx, ada, -1.25, '=HYPERLINK("https://x.example")')
  const { body } = await siteApi(ctx).api.fetch(
    new Request('http://localhost:3000/api/billing/export?locale=zh-HK', {
      headers: { cookie: `authorization=${ada.token}` },
    }),
  )
  expect(await new Response(body).arrayBuffer().then((bytes) => Buffer.from(bytes).toString())).toBe(
    [
      '\ufefftime,kind,entry,amount,balance,currency,order,network,transaction,note',
      `2026-11-20T10:00:00.000Z,correction,客戶服務更正,-1.25,3.75,USDT,,,,"'=HYPERLINK(""https://x.example"")"`,
      '2026-11-20T10:00:00.000Z,correction,客戶服務更正,5.00,5.00,USDT,,,,',
      '',
    ].join('\r\n'),
  )
})
