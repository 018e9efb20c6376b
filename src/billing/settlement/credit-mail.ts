import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { currency, formatMicro, type Micro } from '#src/contract/money.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'

export type CreditNotice =
  | { kind: 'added' | 'taken'; micro: Micro; reason: string; left: Micro }
  | { kind: 'requested' | 'approved'; refund: MailedRefund }
  | { kind: 'refused'; refund: MailedRefund; reason: string; left: Micro }
  | { kind: 'paid'; refund: MailedRefund; txHash: string }

export type MailedRefund = { id: string; micro: Micro; network: string; address: string }

export async function mailAboutCredit(ctx: Platform, tx: Tx, contact: Contact, notice: CreditNotice): Promise<void> {
  const { locale, email } = contact
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const micro = 'refund' in notice ? notice.refund.micro : notice.micro
  const values = { amount: formatMicro(micro < 0n ? -micro : micro), currency }
  const blocks: MailBlock[] = [
    { kind: 'text', text: say(`credit.${notice.kind}.lead`, values) },
    { kind: 'facts', facts: factsOf(say, notice) },
  ]
  if (notice.kind === 'requested') blocks.push({ kind: 'note', text: say('credit.notYou') })
  blocks.push({ kind: 'button', label: say('credit.open'), url: `${siteUrl}/${locale}/dashboard/billing` })
  await ctx.mail.queue(
    tx,
    layoutMail(ctx, {
      to: email,
      kind: `credit-${notice.kind}`,
      locale,
      subject: say(`credit.${notice.kind}.subject`, values),
      heading: say(`credit.${notice.kind}.heading`, values),
      blocks,
      footer: say('footer', { email }),
    }),
  )
}

function factsOf(say: ReturnType<typeof mailWords>, notice: CreditNotice): [string, string][] {
  const money = (micro: Micro) => `${formatMicro(micro)} ${currency}`
  const facts: [string, string][] = []
  if ('refund' in notice) {
    const { id, micro, network, address } = notice.refund
    facts.push([say('credit.fact.refund'), id], [say('credit.fact.amount'), money(micro)])
    facts.push([say('credit.fact.network'), network], [say('credit.fact.address'), address])
  } else {
    facts.push([say('credit.fact.amount'), `${notice.micro > 0n ? '+' : ''}${money(notice.micro)}`])
  }
  if ('reason' in notice) facts.push([say('credit.fact.reason'), notice.reason])
  if ('left' in notice) facts.push([say('credit.fact.left'), money(notice.left)])
  if ('txHash' in notice) facts.push([say('credit.fact.transaction'), notice.txHash])
  return facts
}
