import { refuse } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { hasNoBudget, type RequestedMail, spendMail } from '#src/platform/mail/mail-budget.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type CodeUse, resendAfterMs } from './code.ts'

type RateLimit = { limit: number; windowMs: number }

const callsPerNetwork: RateLimit = { limit: 300, windowMs: 10 * minuteMs }
/** Tries per account and network before the bot check (`freeTries`) and before a temporary block (`pairTries`). */
const freeTries: RateLimit = { limit: 5, windowMs: 15 * minuteMs }
const pairTries: RateLimit = { limit: 20, windowMs: 15 * minuteMs }
const guesses: RateLimit = { limit: 5, windowMs: 15 * minuteMs }
/**
 * Password tries at one account from all networks. Beyond the limit every password sign-in needs the bot check; none is
 * refused.
 */
const accountTries: RateLimit = { limit: 50, windowMs: 15 * minuteMs }

async function take(ctx: Platform, key: string, rateLimit: RateLimit): Promise<void> {
  const allowance = await ctx.limiter.take(key, rateLimit)
  if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
}

/** Counts the calls of a network that try a secret or cost work. Refuses with too_often beyond the limit. */
export async function throttleNetwork(ctx: Platform, network: string): Promise<void> {
  if (!hasNoBudget(ctx, network)) await take(ctx, `accounts:network:${network}`, callsPerNetwork)
}

/**
 * Allows one code per purpose, address and requester within resendAfterMs, and counts it as a requested mail. Refuses
 * with too_often.
 */
export async function throttleCode(
  ctx: Platform,
  { use, ...mail }: Omit<RequestedMail, 'kind'> & { use: CodeUse },
): Promise<void> {
  const requester = mail.owner ?? mail.network
  await take(ctx, `accounts:code:${use}:${mail.to}:${requester}`, { limit: 1, windowMs: resendAfterMs })
  const waitMs = await spendMail(ctx, { kind: 'code', ...mail })
  if (waitMs !== null) throw refuse('too_often', { retryAfter: Math.ceil(waitMs / 1000) })
}

/**
 * Counts a password try before any work, so that all concurrent tries count. Returns whether the bot check is required.
 * Refuses with 431 when one network has tried one account too often. Treats unknown addresses in the same way.
 */
export async function countPasswordTry(ctx: Platform, address: string, network: string): Promise<'free' | 'bot-check'> {
  const pair = `${address}|${network}`
  await take(ctx, `accounts:signin:pair:${pair}`, pairTries)
  const free = await ctx.limiter.take(`accounts:signin:free:${pair}`, freeTries)
  const account = await ctx.limiter.take(`accounts:signin:account:${address}`, accountTries)
  return free.allowed && account.allowed ? 'free' : 'bot-check'
}

export async function clearPasswordTries(ctx: Platform, address: string, network: string): Promise<void> {
  const pair = `${address}|${network}`
  await ctx.limiter.clear(`accounts:signin:pair:${pair}`)
  await ctx.limiter.clear(`accounts:signin:free:${pair}`)
}

/** Tries at the second factor per account and day, from all unknown browsers and networks together. */
const strangersTries: RateLimit = { limit: 50, windowMs: dayMs }
const wrongFactors: RateLimit = { limit: 5, windowMs: dayMs }

export async function limitStrangers(ctx: Platform, accountId: string): Promise<void> {
  await take(ctx, `accounts:factor:strangers:${accountId}`, strangersTries)
}

/** Counts a wrong second factor after a correct first factor. Returns true for the fifth wrong factor within a day. */
export async function countWrongFactor(ctx: Platform, accountId: string): Promise<boolean> {
  const { allowed, remaining } = await ctx.limiter.take(`accounts:factor:wrong:${accountId}`, wrongFactors)
  return allowed && remaining === 0
}

type GuessedSecret = 'password' | 'app-code' | 'recovery-code' | 'mail-code'

/** `by`: the session or network that guesses. */
type Guess = { accountId: string; secret: GuessedSecret; by: string }

/**
 * Counts a guess before `judge` checks it, so that all concurrent guesses count. One guesser has five guesses at one
 * secret of an account in fifteen minutes. `judge` throws for a wrong guess. A right guess resets only the count of its
 * secret.
 */
export async function judgeGuess<T>(
  ctx: Platform,
  { accountId, secret, by }: Guess,
  judge: () => Promise<T>,
): Promise<T> {
  const key = `accounts:guess:${secret}:${accountId}:${by}`
  await take(ctx, key, guesses)
  const judged = await judge()
  await ctx.limiter.clear(key)
  return judged
}
