import { dayMs, hourMs } from '#src/contract/time.ts'
import { isLoopback } from '../http/client-address.ts'
import type { Platform } from '../platform.ts'

type RateLimit = { limit: number; windowMs: number }
type RateLimits = { mailbox: readonly RateLimit[]; network: readonly RateLimit[]; account?: readonly RateLimit[] }

/** Limits for mails to typed addresses: per mailbox, per network of the requester, and per requesting account. */
const requestedLimits = {
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
} as const satisfies Record<string, RateLimits>

/** Notices of one kind per account and UTC day. Each kind has its own limit, so none uses up another's mails. */
const noticesPerDay = 10

export type RequestedMail = { kind: keyof typeof requestedLimits; to: string; network: string; accountId?: string }

export function hasNoBudget(ctx: Platform, network: string): boolean {
  return ctx.settings.mode === 'sandbox' && isLoopback(network)
}

/** Counts a requested mail. Returns null if it may be sent, else the ms until the next mail may be sent. */
export async function spendMail(
  ctx: Platform,
  { kind, to, network, accountId }: RequestedMail,
): Promise<number | null> {
  if (hasNoBudget(ctx, network)) return null
  const { mailbox, network: perNetwork, account = [] }: RateLimits = requestedLimits[kind]
  const counts = [
    ...(accountId === undefined ? [] : account.map((rateLimit) => [`account:${accountId}`, rateLimit] as const)),
    ...perNetwork.map((rateLimit) => [`network:${network}`, rateLimit] as const),
    ...mailbox.map((rateLimit) => [`to:${mailboxOf(to)}`, rateLimit] as const),
  ]
  for (const [owner, rateLimit] of counts) {
    const { allowed, resetMs } = await ctx.limiter.take(`mail:${kind}:${rateLimit.windowMs}:${owner}`, rateLimit)
    if (!allowed) return resetMs
  }
  return null
}

/** Counts a mail about an account's event. `last`: may be sent, and should say that it is today's last of its kind. */
export async function spendNotice(
  ctx: Platform,
  { accountId, kind }: { accountId: string; kind: string },
): Promise<'send' | 'last' | 'skip'> {
  const day = Math.floor(ctx.clock.now() / dayMs)
  const rateLimit = { limit: noticesPerDay, windowMs: dayMs }
  const { allowed, remaining } = await ctx.limiter.take(`mail:notice:${kind}:${day}:${accountId}`, rateLimit)
  if (!allowed) return 'skip'
  return remaining === 0 ? 'last' : 'send'
}

/** The mailbox for counting: large providers ignore case and a tag after `+`, and Google also ignores dots. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [local = ''] = address.slice(0, at).toLowerCase().split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
