import { sql } from 'kysely'
import { mailWords } from '#src/accounts/mails/words.ts'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import type { Locale } from '#src/contract/locale.ts'
import { currency, formatMicro, type Micro } from '#src/contract/money.ts'
import { minuteMs } from '#src/contract/time.ts'
import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'

/** Credit within this of the first shares one mail. */
const gatherMs = minuteMs

type Credit = { accountId: string; orderNo: string; micro: Micro; at: number }

/** Records that a customer must be mailed about credit, in the transaction that posts it. */
export async function noteCredit(tx: Tx, { accountId, orderNo, micro, at }: Credit): Promise<void> {
  await sql`insert into credit_notice (account_id, order_no, micro, at)
    values (${accountId}, ${orderNo}, ${micro.toString()}::numeric, ${new Date(at)})`.execute(tx)
}

/** The order was completed after all: its money is credit no longer. */
export async function dropCreditNotices(tx: Tx, orderNo: string): Promise<void> {
  await sql`delete from credit_notice where order_no = ${orderNo}`.execute(tx)
}

/** Mails every customer whose first credit is a minute old. Returns the number of queued mails. */
export async function mailCredits(ctx: Platform): Promise<number> {
  const due = await sql<{ account_id: string }>`select account_id from credit_notice
    group by account_id having min(at) <= ${new Date(ctx.clock.now() - gatherMs)} limit 500`.execute(ctx.postgres.db)
  let mailed = 0
  for (const { account_id: accountId } of due.rows) {
    if (await ctx.postgres.transaction((tx) => mailCreditsOf(ctx, tx, accountId))) mailed += 1
  }
  return mailed
}

async function mailCreditsOf(ctx: Platform, tx: Tx, accountId: string): Promise<boolean> {
  const taken = await sql<{ order_no: string; micro: string; locale: Locale }>`
    with taken as (delete from credit_notice where account_id = ${accountId} returning order_no, micro)
    select o.no as order_no, o.locale, sum(t.micro)::text as micro from taken t join billing_order o on o.no = t.order_no
    group by o.no, o.locale, o.created_at order by o.created_at desc`.execute(tx)
  const [newest] = taken.rows
  const contact = newest ? await contactOf(tx, accountId) : null
  if (!newest || !contact) return false
  const turn = await spendNotice(ctx, { accountId, kind: 'order-credited' })
  if (turn === 'skip') return false
  const { locale } = newest
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const total = taken.rows.reduce((sum, { micro }) => sum + BigInt(micro), 0n)
  const values = { amount: formatMicro(total), currency, count: taken.rows.length }
  const facts = taken.rows.map(({ order_no, micro }): [string, string] => [
    `${say('order.fact.order')} ${order_no}`,
    `${formatMicro(BigInt(micro))} ${currency}`,
  ])
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('order.credited.lead', values) },
    { kind: 'facts', facts },
    ...(turn === 'last' ? [{ kind: 'note', text: say('lastToday') } as const] : []),
    { kind: 'button', label: say('order.orders'), url: `${siteUrl}/${locale}/payment` },
  ]
  await ctx.mail.queue(
    tx,
    layoutMail({
      to: contact.email,
      kind: 'order-credited',
      locale,
      brand: ctx.settings.brandName,
      siteUrl,
      subject: say('order.credited.subject', values),
      heading: say('order.credited.heading', values),
      blocks,
      footer: say('footer', { email: contact.email }),
    }),
  )
  return true
}
