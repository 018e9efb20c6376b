import { dayMs, hourMs } from '#src/contract/time.ts'
import { isLoopback } from '../http/client-address.ts'
import type { Platform } from '../platform.ts'

type Rule = { limit: number; windowMs: number }
type Rules = { mailbox: readonly Rule[]; network: readonly Rule[]; account?: readonly Rule[] }

/** Limits of mails to addresses that somebody typed: per mailbox, per network of that person, and per account that asks. */
const asked = {
  code: {
    mailbox: [
      { limit: 5, windowMs: hourMs },
      { limit: 10, windowMs: dayMs },
    ],
    network: [{ limit: 30, windowMs: hourMs }],
  },
  invitation: {
    mailbox: [{ limit: 5, windowMs: dayMs }],
    account: [{ limit: 40, windowMs: dayMs }],
    network: [
      { limit: 30, windowMs: hourMs },
      { limit: 60, windowMs: dayMs },
    ],
  },
  acknowledgement: {
    mailbox: [{ limit: 3, windowMs: dayMs }],
    network: [
      { limit: 6, windowMs: hourMs },
      { limit: 30, windowMs: dayMs },
    ],
  },
} as const satisfies Record<string, Rules>

/** Notices of one kind per account and UTC day: one kind cannot use up the mails of another. */
const noticesPerDay = 10

export type AskedMail = { kind: keyof typeof asked; to: string; network: string; accountId?: string }

/** In the sandbox, loopback has no limits of mails and sign-ups. */
export function hasNoBudget(ctx: Platform, network: string): boolean {
  return ctx.settings.mode === 'sandbox' && isLoopback(network)
}

/** Counts a requested mail; returns null if it may be sent, else the ms until the next one may. */
export async function spendMail(ctx: Platform, { kind, to, network, accountId }: AskedMail): Promise<number | null> {
  if (hasNoBudget(ctx, network)) return null
  const { mailbox, network: perNetwork, account = [] }: Rules = asked[kind]
  const counts = [
    ...(accountId === undefined ? [] : account.map((rule) => [`account:${accountId}`, rule] as const)),
    ...perNetwork.map((rule) => [`network:${network}`, rule] as const),
    ...mailbox.map((rule) => [`to:${mailboxOf(to)}`, rule] as const),
  ]
  for (const [owner, rule] of counts) {
    const { allowed, resetMs } = await ctx.limiter.take(`mail:${kind}:${rule.windowMs}:${owner}`, rule)
    if (!allowed) return resetMs
  }
  return null
}

/** Counts a mail about an event of an account. `last`: it may go, and it should say that no more of its kind follow today. */
export async function spendNotice(
  ctx: Platform,
  { accountId, kind }: { accountId: string; kind: string },
): Promise<'send' | 'last' | 'skip'> {
  const day = Math.floor(ctx.clock.now() / dayMs)
  const rule = { limit: noticesPerDay, windowMs: dayMs }
  const { allowed, remaining } = await ctx.limiter.take(`mail:notice:${kind}:${day}:${accountId}`, rule)
  if (!allowed) return 'skip'
  return remaining === 0 ? 'last' : 'send'
}

/** Where a mail arrives: large providers read neither case nor a tag after `+`, and Google no dots. For counting only. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [local = ''] = address.slice(0, at).toLowerCase().split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
