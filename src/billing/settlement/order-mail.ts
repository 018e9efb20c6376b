import { mailWords } from '#src/accounts/mails/words.ts'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { formatAddress } from '../chains/address.ts'
import { networksOf } from '../chains/network.ts'
import { addressOfOrder } from '../deposits/deposit-store.ts'
import type { Order } from '../order/order.ts'

export type OrderNotice =
  | { kind: 'created' }
  | { kind: 'partial'; missing: bigint }
  /** `surplus`: the part of the payment that became credit. `automatic`: credit renewed the plan without a person. */
  | { kind: 'completed'; planExpiresAt: number; surplus: bigint; automatic: boolean }
  | { kind: 'timed_out' | 'timed_out_partial' | 'not_applied'; received: bigint }

/**
 * Queues the mail about an order's event, in its transaction. Mails about completed orders have no limit. Other mails
 * count against the daily limit of their kind, because orders and small transfers can be repeated at will.
 */
export async function mailAboutOrder(ctx: Platform, tx: Tx, order: Order, notice: OrderNotice): Promise<void> {
  const contact = await contactOf(tx, order.accountId)
  const plan = catalogueOf(ctx).planById(order.planId, order.planEdition)
  if (!contact || !plan) return
  const turn =
    notice.kind === 'completed'
      ? 'send'
      : await spendNotice(ctx, { accountId: order.accountId, kind: `order-${notice.kind}` })
  if (turn === 'skip') return
  const locale = order.locale
  const say = mailWords(locale)
  const until = notice.kind === 'completed' ? notice.planExpiresAt : order.expiresAt
  const values = {
    no: order.no,
    plan: planName(plan, locale),
    currency,
    amount: formatMicro(amountOf(order, notice)),
    until: timeInWords(until, { locale, timeZone: contact.timeZone }),
  }
  const siteUrl = ctx.settings.publicUrl
  const blocks: MailBlock[] = [
    { kind: 'text', text: say(`order.${notice.kind}.lead`, values) },
    { kind: 'facts', facts: await factsOf(ctx, tx, order, notice, values) },
  ]
  if (notice.kind === 'created' || notice.kind === 'partial') blocks.push({ kind: 'note', text: say('order.note') })
  if (notice.kind === 'completed') blocks.push(...aboutPayment(order, notice, say))
  if (turn === 'last') blocks.push({ kind: 'note', text: say('lastToday') })
  blocks.push(...buttons(siteUrl, order, notice, say))
  await ctx.mail.queue(
    tx,
    layoutMail(ctx, {
      to: contact.email,
      kind: `order-${notice.kind}`,
      locale,
      subject: say(`order.${notice.kind}.subject`, values),
      heading: say(`order.${notice.kind}.heading`, values),
      blocks,
      footer: say('footer', { email: contact.email }),
    }),
  )
}

function amountOf(order: Order, notice: OrderNotice): bigint {
  if (notice.kind === 'partial') return notice.missing
  if (notice.kind === 'created' || notice.kind === 'completed') return order.payable
  return notice.received
}

type Say = ReturnType<typeof mailWords>
type Paid = Pick<Extract<OrderNotice, { kind: 'completed' }>, 'surplus' | 'automatic'>

/** Whether credit renewed the plan, why a late payment had another price, and the part that became credit. */
function aboutPayment({ lateReasons }: Order, { surplus, automatic }: Paid, say: Say): MailBlock[] {
  const late =
    lateReasons.length === 0
      ? []
      : [say('order.why.paidLate'), ...lateReasons.map((reason) => say(`order.why.${reason}`))]
  const over = surplus === 0n ? [] : [say('order.completed.surplus', { surplus: formatMicro(surplus), currency })]
  const renewed = automatic ? [say('order.completed.automatic')] : []
  return [...renewed, ...late, ...over].map((text) => ({ kind: 'text', text }))
}

function buttons(siteUrl: string, { locale, no }: Order, notice: OrderNotice, say: Say): MailBlock[] {
  const site = `${siteUrl}/${locale}`
  if (notice.kind !== 'completed') return [{ kind: 'button', label: say('order.open'), url: `${site}/payment/${no}` }]
  return [
    { kind: 'button', label: say('order.toKey'), url: `${site}/dashboard#api-keys` },
    { kind: 'button', label: say('order.receipt'), url: `${site}/payment/${no}/receipt` },
  ]
}

async function factsOf(
  ctx: Platform,
  tx: Tx,
  order: Order,
  notice: OrderNotice,
  values: { plan: string; amount: string; currency: string },
): Promise<[string, string][]> {
  const say = mailWords(order.locale)
  const facts: [string, string][] = [
    [say('order.fact.order'), order.no],
    [say('order.fact.plan'), values.plan],
  ]
  facts.push([say(`order.fact.${amountFact(notice.kind)}`), `${values.amount} ${values.currency}`])
  if (notice.kind === 'completed' && order.credit > 0n)
    facts.push([say('order.fact.credit'), `${formatMicro(order.credit)} ${values.currency}`])
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === order.network)
  if (!network || (notice.kind !== 'created' && notice.kind !== 'partial')) return facts
  const address = await addressOfOrder(tx, order.no)
  facts.push([say('order.fact.network'), `${order.network} · ${network.chainName}`])
  if (address) facts.push([say('order.fact.address'), formatAddress(address.address, network.addressFormat)])
  return facts
}

function amountFact(kind: OrderNotice['kind']): 'amount' | 'missing' | 'received' {
  if (kind === 'created' || kind === 'completed') return 'amount'
  return kind === 'partial' ? 'missing' : 'received'
}
