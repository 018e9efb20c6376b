import type { BrowserContext } from '@playwright/test'
import { signIn } from '#test/browser/signed-in.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { onDatabaseOf } from '#test/fixtures/running-database.ts'

/** Who looks at a page. `busy` has five keys of every status, orders of every kind and a ticket; `part` paid too little. */
export const readers = ['visitor', 'fresh', 'busy', 'part'] as const
export type Reader = (typeof readers)[number]

/** The accounts, and what stands in the addresses of their pages. */
export type People = {
  customers: Record<Exclude<Reader, 'visitor'>, Customer>
  numbers: { paid: string; cancelled: string; waiting: string; part: string; ticket: string }
}

const term = { period: 'month', network: 'TRC20', currency: 'USDT' }

export async function people(site: string, dataDir: string): Promise<People> {
  const [fresh, busy, part] = await Promise.all(
    (['fresh', 'busy', 'part'] as const).map((name) => signUp(site, `${name}@example.com`)),
  )
  if (!fresh || !busy || !part) throw new Error('sign-up')
  await tapewireOn(dataDir, 'credit', 'adjust', busy.email, '+3000', '--reason', 'For a look at the pages')
  const order = async (who: Customer, planId: string) => (await orderBy(who, planId)).orderNo as string
  const paid = await order(busy, 'integrated-professional')
  for (const planId of ['stock-us-base', 'fund-us-professional', 'future-hk-premium', 'stock-global-base'])
    await order(busy, planId)
  await age(dataDir, busy.email)
  await tapewireOn(dataDir, 'credit', 'adjust', busy.email, `-${await creditOf(busy)}`, '--reason', 'It was lent')
  const cancelled = await order(busy, 'stock-cn-base')
  await busy.call(`/api/order/${cancelled}/cancel`, {})
  const waiting = await order(busy, 'future-us-base')
  const { orderNo, address } = await orderBy(part, 'integrated-base')
  await call(site, '/dev/wallet/pay', { network: 'TRC20', address, amount: '30' })
  const { body } = await busy.call('/api/tickets', { message: 'The chart of 700.HK is empty.\nSince when is it so?' })
  await tapewireOn(dataDir, 'ticket', 'answer', body.data.ticket, '--text', 'Which interval have you chosen?')
  return {
    customers: { fresh, busy, part },
    numbers: { paid, cancelled, waiting, part: orderNo, ticket: body.data.ticket },
  }
}

async function orderBy(who: Customer, planId: string) {
  const { status, body } = await who.call('/api/order', { ...term, planId })
  if (status !== 200) throw new Error(`${planId}: ${JSON.stringify(body)}`)
  return body.data
}

/** One key ends in five days, another has ended; one has a long alias. */
async function age(dataDir: string, email: string): Promise<void> {
  const own = 'account_id = (select id from account where email = $1)'
  for (const [planId, change] of [
    ['stock-us-base', "expires_at = now() + interval '5 days'"],
    ['future-hk-premium', "expires_at = now() - interval '2 days'"],
    ['fund-us-professional', "alias_name = 'Nightly back-fill of the research cluster'"],
  ])
    await onDatabaseOf(dataDir, `update api_key set ${change} where plan_id = $2 and ${own}`, [email, planId])
}

async function creditOf({ call: ask }: Customer): Promise<string> {
  const { body } = await ask('/api/billing')
  return body.data.credit
}

/** Makes the browser that of a reader. */
export async function readAs(context: BrowserContext, site: string, who: Reader, { customers }: People): Promise<void> {
  await context.clearCookies()
  if (who !== 'visitor') await signIn(context, site, customers[who])
}
