import { type MailKey, mailWords, type Say } from '#src/accounts/mails/words.ts'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import type { Locale } from '#src/contract/locale.ts'
import { currency } from '#src/contract/money.ts'
import { isStaffRole } from '#src/contract/staff/role.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { alertSettings } from '../settings.ts'
import { members } from '../store.ts'
import { type Approval, amountOf } from './approval-store.ts'

/** `waits`: the act is done after 24 hours. The other values are its outcome. */
export type WaitingNews = 'waits' | 'done' | 'failed' | 'stopped'

/** Mails every address of the installation: all staff, the address for alerts, and the address of customer service. */
export async function mailWaitingAct(ctx: Platform, tx: Tx, act: Approval, news: WaitingNews): Promise<void> {
  const about = (await contactOf(tx, act.subject))?.email ?? act.subject
  const by = (await contactOf(tx, act.askedBy))?.email ?? act.askedBy
  for (const reader of await addressesOfInstallation(ctx, tx)) {
    const { email, locale } = reader
    const say = mailWords(locale)
    const what = say(`waitingAct.verbs.${verbName(act.verb)}`)
    const values = { what, by, about, time: timeInWords(act.dueAt ?? ctx.clock.now(), reader) }
    const blocks: MailBlock[] = [
      { kind: 'text', text: say(`waitingAct.${news}.lead`, values) },
      { kind: 'facts', facts: factsOf(say, act, values) },
      ...(news === 'waits' ? [{ kind: 'note', text: say('waitingAct.stop', { id: act.id }) } as const] : []),
      { kind: 'button', label: say('waitingAct.open'), url: `${ctx.settings.publicUrl}/${locale}/operator/staff` },
    ]
    await ctx.mail.queue(
      tx,
      layoutMail(ctx, {
        to: email,
        kind: `staff-act-${news}`,
        locale,
        subject: say(`waitingAct.${news}.subject`, values),
        heading: say(`waitingAct.${news}.heading`, values),
        blocks,
        footer: say('waitingAct.footer', { email }),
      }),
    )
  }
}

type Reader = { email: string; locale: Locale; timeZone: string }

async function addressesOfInstallation(ctx: Platform, tx: Tx): Promise<Reader[]> {
  const staff = await members(tx)
  const own = await Promise.all(staff.map(async ({ accountId }) => contactOf(tx, accountId)))
  const { mode, defaultLocale: locale } = ctx.settings
  const { supportEmail } = brandOf(ctx)
  const alerts = ctx.settings.of(alertSettings).email
  // Nobody reads the default address.
  const support = mode === 'live' && supportEmail.endsWith('@example.com') ? null : supportEmail
  const known = new Map<string, Reader>()
  for (const email of [alerts, support]) if (email !== null) known.set(email, { email, locale, timeZone: 'UTC' })
  for (const contact of own) if (contact) known.set(contact.email, contact)
  return [...known.values()]
}

function factsOf(say: Say, act: Approval, values: Record<'what' | 'by' | 'about' | 'time', string>) {
  const facts: [string, string][] = [
    [say('waitingAct.fact.what'), values.what],
    [say('waitingAct.fact.about'), values.about],
    [say('waitingAct.fact.by'), values.by],
    [say('waitingAct.fact.time'), values.time],
  ]
  const amount = amountOf(act)
  if (amount !== null) facts.push([say('waitingAct.fact.value'), `${amount} ${currency}`])
  const { input } = act
  const { role } = input
  if (typeof role === 'string' && isStaffRole(role))
    facts.push([say('waitingAct.fact.role'), say(`waitingAct.roles.${role}`)])
  for (const name of ['planId', 'reason', 'note'] as const) {
    const given = input[name]
    if (typeof given === 'string' && given !== '') facts.push([say(`waitingAct.fact.${name}`), given])
  }
  return facts
}

type VerbName = Extract<MailKey, `waitingAct.verbs.${string}`> extends `waitingAct.verbs.${infer N}` ? N : never

/** Translates a verb's name to the key of its words: verbs have a dot, which separates keys. */
function verbName(verb: string): VerbName {
  return verb.replace('.', '-') as VerbName
}
