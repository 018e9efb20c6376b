import { sql } from 'kysely'
import { mailWords } from '#src/accounts/mails/words.ts'
import { contactOf } from '#src/accounts/profile.ts'
import { allowanceId, type Key } from '#src/keys/key.ts'
import { keysEndingBetween } from '#src/keys/keys.ts'
import { planById } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { layoutMail } from '#src/platform/mail-layout.ts'
import type { Platform } from '#src/platform/platform.ts'
import { timeInWords } from './order-mail.ts'

const dayMs = 86_400_000
/** The last day first: a key that ends tomorrow gets that mail, not the one of the week as well. */
const daysBefore = [1, 7] as const
const lookEveryMs = 10 * 60_000

/** Mails 7 days and 1 day before a subscription ends, once each, to those who want them. */
export async function remindOfExpiry(ctx: Platform): Promise<number> {
  const now = ctx.clock.now()
  const keys = await keysEndingBetween(ctx, now, now + Math.max(...daysBefore) * dayMs)
  let sent = 0
  for (const key of keys) {
    const days = daysBefore.find((before) => key.expiresAt - now <= before * dayMs)
    if (days !== undefined && (await remind(ctx, key, days))) sent++
  }
  return sent
}

async function remind(ctx: Platform, key: Key, days: number): Promise<boolean> {
  return ctx.postgres.transaction(async (tx) => {
    const once = await sql`insert into expiry_reminder (allowance_id, expires_at, days) values (${allowanceId(key)},
      ${new Date(key.expiresAt)}, ${days}) on conflict do nothing returning 1`.execute(tx)
    const contact = once.rows.length > 0 ? await contactOf(tx, key.accountId) : null
    const plan = planById(key.planId, key.planEdition)
    if (!contact || !plan || !contact.notices.expiry) return false
    const { locale, email } = contact
    const say = mailWords(locale)
    const siteUrl = ctx.settings.site.publicUrl
    const until = timeInWords(key.expiresAt, contact)
    const values = { plan: planName(plan, locale), days, until }
    const url = `${siteUrl}/${locale}/payment?plan=${plan.id}&key=${key.id}`
    await ctx.mail.queue(
      tx,
      layoutMail({
        to: email,
        kind: 'expiry',
        locale,
        brand: ctx.settings.brand.name,
        siteUrl,
        subject: say('expiry.soon.subject', values),
        heading: say('expiry.soon.heading', values),
        blocks: [
          { kind: 'text', text: say('expiry.soon.lead', values) },
          { kind: 'button', label: say('expiry.renew'), url },
        ],
        footer: say('footer', { email }),
      }),
    )
    return true
  })
}

/** The loop around it; which process sends does not matter, each reminder is sent once. */
export class ExpiryNotices implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #abort = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  start(): void {
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      await remindOfExpiry(this.#ctx).catch((cause: unknown) => {
        this.#ctx.log.warn('reminders of ending subscriptions could not be sent; tried again later', { cause })
      })
      await this.#ctx.clock.sleep(lookEveryMs, this.#abort.signal).catch(() => {})
    }
  }
}
