import type { BrowserContext } from '@playwright/test'
import { perLocale } from '#src/contract/locale.ts'
import { signIn } from '#test/browser/signed-in.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { onDatabaseOf } from '#test/fixtures/running-database.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'

/**
 * The readers of a page. `busy` has keys of every status, orders of every kind, a ticket and a team; `member` works in
 * that team. `part` has paid an order in part; `owner` is the operator.
 */
export const readers = ['visitor', 'fresh', 'busy', 'member', 'part', 'owner'] as const
export type Reader = (typeof readers)[number]

export type People = {
  customers: Record<Exclude<Reader, 'visitor'>, Customer>
  numbers: Record<'paid' | 'cancelled' | 'waiting' | 'part' | 'ticket' | 'customer' | 'invitation', string>
}

const term = { period: 'month', network: 'TRC20', currency: 'USDT' }

export async function people(site: string, dataDir: string): Promise<People> {
  // The sign-ups run one after another, because a busy machine refuses a sign-up while others wait for their password
  // hash.
  const fresh = await signUp(site, 'fresh@example.com')
  const busy = await signUp(site, 'busy@example.com')
  const partial = await signUp(site, 'part@example.com')
  const member = await signUp(site, 'maximiliane.von-und-zu-lichtenstein.research@example.com')
  await tapewireOn(dataDir, 'credit', 'adjust', busy.email, '+3000', '--paid', '--reason', 'For a look at the pages')
  const order = async (who: Customer, planId: string) => (await orderBy(who, planId)).orderNo as string
  const paid = await order(busy, 'integrated-professional')
  for (const planId of ['stock-us-base', 'fund-us-professional', 'future-hk-premium', 'stock-global-base'])
    await order(busy, planId)
  await age(dataDir, busy.email)
  await tapewireOn(dataDir, 'credit', 'adjust', busy.email, `-${await creditOf(busy)}`, '--reason', 'It was lent')
  const cancelled = await order(busy, 'stock-cn-base')
  await busy.call(`/api/order/${cancelled}/cancel`, {})
  const waiting = await order(busy, 'future-us-base')
  const { orderNo, address } = await orderBy(partial, 'integrated-base')
  await call(site, '/dev/wallet/pay', { network: 'TRC20', address, amount: '30' })
  const { body } = await busy.call('/api/tickets', { message: 'The chart of 700.HK is empty.\nSince when is it so?' })
  await tapewireOn(dataDir, 'ticket', 'answer', body.data.ticket, '--text', 'Which interval have you chosen?')
  const owner = await signUpStaff(site, dataDir, 'owner')
  const customer = (await busy.call('/api/userinfo')).body.data.id as string
  await fillConsole(dataDir, owner, customer)
  const invitation = await formTeam(site, busy, { member, fresh })
  return {
    customers: { fresh, busy, member, part: partial, owner },
    numbers: { paid, cancelled, waiting, part: orderNo, ticket: body.data.ticket, customer, invitation },
  }
}

/** Adds `member` to the team of `holder` and invites `fresh`, who does not answer. Returns that invitation's token. */
async function formTeam(site: string, holder: Customer, { member, fresh }: Record<'member' | 'fresh', Customer>) {
  const invite = async ({ email }: Customer, role: string) => {
    const { status, body } = await holder.call('/api/team/invites', { email, role })
    if (status !== 200) throw new Error(`no invitation: ${JSON.stringify(body)}`)
    const mails = await fetch(`${site}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const [mail] = (await mails.json()) as { text: string }[]
    return /join\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const { status, body } = await member.call('/api/team/join', { token: await invite(member, 'developer') })
  if (status !== 200) throw new Error(`not joined: ${JSON.stringify(body)}`)
  return invite(fresh, 'billing')
}

/** Fills the console: a draft of plans, findings of every kind, a draft of the changelog, a waiting act. */
async function fillConsole(dataDir: string, owner: Customer, customer: string): Promise<void> {
  const { data } = (await owner.call('/api/operator/plans')).body
  const { version, published } = data
  const dearer = (plan: { id: string; perMinute: number }) =>
    plan.id === 'integrated-base' ? { ...plan, price: '129.00', perMinute: plan.perMinute * 2 } : plan
  const document = { ...published.document, plans: published.document.plans.map(dearer) }
  const drafted = await owner.call('/api/operator/plans/draft', { version, document })
  if (drafted.status !== 200) throw new Error(`no draft: ${JSON.stringify(drafted.body)}`)
  const texts = {
    ...perLocale(() => '- `verify bars` finds gaps.\n- Trades of Friday are complete.'),
    'zh-CN': '- 周五的逐笔成交已补全。',
    'zh-HK': '- 週五的逐筆成交已補全。',
  }
  const gift = { amount: '2500', reason: 'For the outage of Friday', note: 'Agreed with their manager' }
  const waits = await owner.call(`/api/operator/customers/${customer}/credit`, { version: null, ...gift })
  if (waits.body.error !== 'act_waits') throw new Error(`it does not wait: ${JSON.stringify(waits.body)}`)
  const change = { day: '2026-11-23', ...texts }
  const { body } = await owner.call('/api/operator/changelog', change)
  await owner.call(`/api/operator/changelog/${body.data.id}/publish`, { version: 0 })
  await owner.call('/api/operator/changelog', change)
  await owner.call('/api/operator/data-jobs/verify', { class: 'crypto' })
  const found = (kind: string, last: number, detail: object) =>
    onDatabaseOf(
      dataDir,
      `insert into bar_finding (instrument_id, interval, kind, first_time, last_time, detail, found_at, changed_at)
       select id, '1d', $1, 1780272000000, $2, $3, now(), now() from instruments where code = 'AAPL' and region = 'US'`,
      [kind, last, JSON.stringify(detail)],
    )
  await found('gap', 1780531200000, { days: 4 })
  await found('outside', 1780272000000, { open: 1812.4, high: 1790, low: 1700.25, close: 1781.123456 })
  await found('jump', 1780272000000, { close: 1781.5, before: 178.2, after: 179.1 })
  await found('no_volume', 1780531200000, { bars: 3 })
  await found('split', 1780272000000, { ratio: 4, before: 400.5, open: 100.2 })
}

async function orderBy(who: Customer, planId: string) {
  const { status, body } = await who.call('/api/order', { ...term, planId })
  if (status !== 200) throw new Error(`${planId}: ${JSON.stringify(body)}`)
  return body.data
}

/** Changes the keys of a customer: one expires in five days, one has expired, and one has a long alias. */
async function age(dataDir: string, email: string): Promise<void> {
  const own = 'account_id = (select id from account where email = $1)'
  for (const [planId, change] of [
    ['stock-us-base', "expires_at = now() + interval '5 days'"],
    ['future-hk-premium', "expires_at = now() - interval '2 days'"],
    ['fund-us-professional', "alias_name = 'Nightly back-fill of the research cluster'"],
  ])
    await onDatabaseOf(dataDir, `update api_key set ${change} where plan_id = $2 and ${own}`, [email, planId])
}

async function creditOf({ call: request }: Customer): Promise<string> {
  const { body } = await request('/api/billing')
  return body.data.credit
}

export async function readAs(context: BrowserContext, site: string, who: Reader, { customers }: People): Promise<void> {
  await context.clearCookies()
  if (who !== 'visitor') await signIn(context, site, customers[who])
}
