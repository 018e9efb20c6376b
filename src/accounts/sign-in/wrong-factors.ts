import { isRefusal } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { countWrongFactor, limitStrangers } from '../account/throttle.ts'
import { noticeToAccount } from '../mails/notify.ts'
import { knowsBrowser } from '../sessions/browsers.ts'
import type { SignInMethod } from '../sessions/session.ts'
import { knowsNetwork } from '../sessions/session-store.ts'
import { isAppCode, proveByCode } from '../step-up/second-factor.ts'
import type { Caller } from './entrance.ts'

/**
 * Proves the second factor of a sign-in. Each ticket and each network has a limit of tries. All unknown browsers and
 * networks share a limit a day, so a stranger with the password cannot lock the owner out. After five wrong codes the
 * owner gets a mail, because the first factor was right.
 */
export async function proveSecondFactor(
  ctx: Platform,
  caller: Caller,
  { accountId, method, code }: { accountId: string; method: SignInMethod; code: string },
): Promise<void> {
  const { client } = caller
  if (isAppCode(code) && !(await isKnown(ctx, caller, accountId))) await limitStrangers(ctx, accountId)
  try {
    await proveByCode(ctx, accountId, code, client.address)
  } catch (error) {
    if (isRefusal(error) && error.error === 'second_factor_wrong' && (await countWrongFactor(ctx, accountId)))
      await ctx.postgres.transaction((tx) =>
        noticeToAccount(ctx, tx, accountId, { kind: 'factor-guessed', client, values: { method } }),
      )
    throw error
  }
}

async function isKnown(ctx: Platform, { browser, client }: Caller, accountId: string): Promise<boolean> {
  const { db } = ctx.postgres
  if (browser !== null && (await knowsBrowser(db, accountId, browser))) return true
  return knowsNetwork(db, { accountId, address: client.address, now: ctx.clock.now() })
}
