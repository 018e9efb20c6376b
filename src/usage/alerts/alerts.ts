import { LRUCache } from 'lru-cache'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { dayMs } from '#src/contract/time.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import { keysOfAccount } from '#src/keys/keys.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { deleteAlertsBefore, insertAlerts } from './alert-store.ts'
import { limitMail } from './limit-mail.ts'

const keptDays = 7
const mailedMax = 50_000

export const alertLevels = [80, 100] as const
export type AlertLevel = (typeof alertLevels)[number]
type Reached = {
  keyId: string
  accountId: string
  plan: Plan
  limit: number
  level: AlertLevel
}

/**
 * Mails at 80 and 100 % of a minute's limit: once per allowance, level and UTC day, to owners who enabled these mails.
 */
export class LimitAlerts {
  readonly #ctx: Platform
  readonly #reached = new Map<string, Reached>()
  /**
   * The last day on which each allowance was mailed, and the highest level of that day. This cache saves a query in
   * each busy minute.
   */
  readonly #mailed = new LRUCache<string, { day: number; level: AlertLevel }>({ max: mailedMax })

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  watch(key: VerifiedKey, { limit, remaining }: Allowance): void {
    if (key.kind !== 'key' || key.accountId === null || key.plan === null || remaining * 5 > limit) return
    const level = remaining === 0 ? 100 : 80
    const mailed = this.#mailed.get(key.allowanceId)
    if (mailed && mailed.level >= level && mailed.day === this.#today()) return
    if ((this.#reached.get(key.allowanceId)?.level ?? 0) >= level) return
    const { keyId, accountId, plan } = key
    this.#reached.set(key.allowanceId, { keyId, accountId, plan, limit, level })
  }

  async send(): Promise<void> {
    const due = [...this.#reached]
    this.#reached.clear()
    for (const [allowance, reached] of due) {
      const { keyId, level } = reached
      await notifyOwner(this.#ctx, allowance, reached)
        .then(() => this.#remember(allowance, level))
        .catch((cause: unknown) => this.#ctx.log.warn('an alert of a full minute could not be sent', { keyId, cause }))
    }
  }

  #remember(allowance: string, level: AlertLevel): void {
    this.#mailed.set(allowance, { day: this.#today(), level })
  }

  #today(): number {
    return Math.floor(this.#ctx.clock.now() / dayMs)
  }
}

/**
 * Mails an owner who wants usage mails, unless another process has already recorded this level. If both levels are new,
 * sends only the mail for 100 percent.
 */
async function notifyOwner(ctx: Platform, allowanceId: string, reached: Reached): Promise<void> {
  const now = ctx.clock.now()
  const day = new Date(now).toISOString().slice(0, 10)
  const levels = alertLevels.filter((level) => level <= reached.level)
  await ctx.postgres.transaction(async (tx) => {
    const written = await insertAlerts(tx, { allowanceId, day }, levels)
    if (!written.includes(reached.level)) return
    await deleteAlertsBefore(tx, { allowanceId, day }, keptDays)
    const contact = await contactOf(tx, reached.accountId)
    const key = (await keysOfAccount(ctx, reached.accountId, tx)).find(({ id }) => id === reached.keyId)
    if (!contact || !key || !contact.notices.usage) return
    const facts = {
      plan: reached.plan,
      limit: reached.limit,
      level: reached.level,
      at: now,
      key: maskSecret(key.head, key.tail),
    }
    await ctx.mail.queue(tx, limitMail(ctx, contact, facts))
  })
}
