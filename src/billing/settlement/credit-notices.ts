import { mailWords } from '#src/accounts/mails/words.ts'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { languages } from '#src/contract/locale.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import { isPriceReason } from '#src/contract/sales/late-reason.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { minuteMs } from '#src/contract/time.ts'
import { each } from '#src/platform/loop.ts'
import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { accountsWithCredit, type CreditOfOrder, claimCredits } from './notice-store.ts'

/** Credits within this time of the first credit share a mail. */
const gatherMs = minuteMs

/** Mails customers whose first unreported credit is a minute old. Returns the number of queued mails. */
export async function mailCredits(ctx: Platform): Promise<number> {
  const due = await accountsWithCredit(ctx.postgres.db, ctx.clock.now() - gatherMs)
  const failed = 'a mail about credit could not be sent; tried again later'
  return each(ctx, due, { failed, fieldsOf: (accountId) => ({ accountId }) }, (accountId) =>
    ctx.postgres.transaction((tx) => mailCreditsOf(ctx, tx, accountId)),
  )
}

async function mailCreditsOf(ctx: Platform, tx: Tx, accountId: string): Promise<boolean> {
  const credits = await claimCredits(tx, accountId)
  const [newest] = credits
  const contact = newest ? await contactOf(tx, accountId) : null
  if (!newest || !contact) return false
  const turn = await spendNotice(ctx, { accountId, kind: 'order-credited' })
  if (turn === 'skip') return false
  const { locale } = newest
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const total = credits.reduce((sum, { micro }) => sum + micro, 0n)
  const values = { amount: formatMicro(total), currency, count: credits.length }
  const facts = credits.flatMap((credit): [string, string][] => [
    [`${say('order.fact.order')} ${credit.orderNo}`, `${formatMicro(credit.micro)} ${currency}`],
    [say('order.fact.why'), whyCredit(credit, say)],
  ])
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('order.credited.lead', values) },
    { kind: 'facts', facts },
    ...(turn === 'last' ? [{ kind: 'note', text: say('lastToday') } as const] : []),
    { kind: 'button', label: say('order.orders'), url: `${siteUrl}/${locale}/payment` },
  ]
  await ctx.mail.queue(
    tx,
    layoutMail(ctx, {
      to: contact.email,
      kind: 'order-credited',
      locale,
      subject: say('order.credited.subject', values),
      heading: say('order.credited.heading', values),
      blocks,
      footer: say('footer', { email: contact.email }),
    }),
  )
  return true
}

function whyCredit({ locale, status, reasons, due }: CreditOfOrder, say: ReturnType<typeof mailWords>): string {
  if (status === orderStatus.completed) return say('order.credited.paid')
  if (status === orderStatus.cancelled) return say('order.credited.cancelled')
  const isShort = due !== null && reasons.some(isPriceReason)
  const needed = isShort ? [say('order.why.due', { due: formatMicro(due) })] : []
  return [...reasons.map((reason) => say(`order.why.${reason}`)), ...needed].join(languages[locale].marks.sentences)
}
