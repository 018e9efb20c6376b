import { dayMs, hourMs } from '#src/contract/time.ts'
import { isLoopback } from '../http/client-address.ts'
import type { Platform } from '../platform.ts'

type RateLimit = { limit: number; windowMs: number }
/** The limits of requested mails, in the order of counting: first the limits of the requester. */
type RateLimits = {
  account?: readonly RateLimit[]
  network: readonly RateLimit[]
  /** The limits of mails from one requester (account or network) to one mailbox. */
  pair?: readonly RateLimit[]
  mailbox: readonly RateLimit[]
  /** The limits of mails to the mailbox's owner in a known browser or session. These limits replace all others. */
  owner?: readonly RateLimit[]
}

const codesOfOne = [
  { limit: 5, windowMs: hourMs },
  { limit: 10, windowMs: dayMs },
] as const

/** Limits for mails to typed addresses. */
const requestedLimits = {
  code: {
    account: [{ limit: 10, windowMs: dayMs }],
    network: [{ limit: 30, windowMs: hourMs }],
    pair: [{ limit: 3, windowMs: hourMs }],
    mailbox: codesOfOne,
    owner: codesOfOne,
  },
  invitation: {
    mailbox: [{ limit: 10, windowMs: dayMs }],
    account: [{ limit: 40, windowMs: dayMs }],
    pair: [{ limit: 5, windowMs: dayMs }],
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

/**
 * Notices of one kind per account and UTC day. Each kind has its own limit, so no kind uses up the mails of another
 * kind.
 */
const noticesPerDay = 10

/**
 * `accountId`: the account that writes to another person. `owner`: the known browser or session of the mailbox's owner.
 */
export type RequestedMail = {
  kind: keyof typeof requestedLimits
  to: string
  network: string
  accountId?: string
  owner?: string
}

export function hasNoBudget(ctx: Platform, network: string): boolean {
  return ctx.settings.mode === 'sandbox' && isLoopback(network)
}

/** Counts a requested mail. Returns null if it may be sent, else the ms until the next mail may be sent. */
export async function spendMail(ctx: Platform, mail: RequestedMail): Promise<number | null> {
  if (hasNoBudget(ctx, mail.network)) return null
  for (const [who, rateLimits] of countsOf(mail))
    for (const rateLimit of rateLimits) {
      const key = `mail:${mail.kind}:${rateLimit.windowMs}:${who}`
      const { allowed, resetMs } = await ctx.limiter.take(key, rateLimit)
      if (!allowed) return resetMs
    }
  return null
}

function countsOf({ kind, to, network, accountId, owner }: RequestedMail): [string, readonly RateLimit[]][] {
  const rateLimits: RateLimits = requestedLimits[kind]
  const mailbox = mailboxOf(to)
  if (owner !== undefined && rateLimits.owner) return [[`owner:${owner}:${mailbox}`, rateLimits.owner]]
  return [
    ...(accountId === undefined ? [] : [[`account:${accountId}`, rateLimits.account ?? []] as [string, RateLimit[]]]),
    [`network:${network}`, rateLimits.network],
    [`pair:${accountId ?? network}:${mailbox}`, rateLimits.pair ?? []],
    [`to:${mailbox}`, rateLimits.mailbox],
  ]
}

/**
 * Counts a notice about an event of an account. `last`: the notice may be sent, and should say that it is today's last
 * notice of its kind.
 */
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

/** The mailbox for counting. Large providers ignore case and a tag after `+`; Google also ignores dots. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [local = ''] = address.slice(0, at).toLowerCase().split('+')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
