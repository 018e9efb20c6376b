import type { AuditEntry } from '#src/audit/entry.ts'
import type { ActivityEntry } from '#src/contract/account/activity.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Key } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'

export type EntryFacts = Omit<ActivityEntry, 'at' | 'action' | 'by' | 'member'>

export function factsReader(ctx: Platform, keys: readonly Key[], locale: Locale): (entry: AuditEntry) => EntryFacts {
  const labels = new Map(keys.map((key) => [key.id, labelOf(key)]))
  return ({ action, subject, detail }) => {
    const plan = catalogueOf(ctx).lastSold(text(detail.planId) ?? '')
    const isNumbered = /^(order|refund|ticket)\./.test(action)
    return {
      method: text(detail.method),
      name: text(detail.to) ?? text(detail.name) ?? text(detail.provider) ?? text(detail.role),
      key: labels.get(subject) ?? labels.get(text(detail.keyId) ?? '') ?? null,
      plan: plan && planName(plan, locale),
      number: isNumbered ? subject : null,
      amount: amountOf(text(detail.micro) ?? text(detail.payable)),
      until: number(detail.until) ?? number(detail.expiresAt) ?? untilOf(detail.after),
    }
  }
}

function labelOf({ aliasName, head, tail }: Key): string {
  return aliasName || maskSecret(head, tail)
}

/** The end, in ms, of a limit override that the staff set. */
function untilOf(after: unknown): number | null {
  return typeof after === 'object' && after !== null && 'until' in after ? number(after.until) : null
}

function amountOf(micro: string | null): string | null {
  return micro !== null && /^-?\d{1,30}$/.test(micro) ? formatMicro(BigInt(micro)) : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
