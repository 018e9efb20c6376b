import type { User, UserInfo } from '#src/contract/account/accounts.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { symbolTypesOf } from '#src/plans/entitlement.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { searchTokenFor } from './check/search-token.ts'
import { firstBefore, firstKey, planOf } from './key/key.ts'
import { keysOfAccount } from './keys.ts'
import { presentKeys } from './present-keys.ts'

/** The account, its masked keys, and the rights of the first key. `docToken`: empty without a key or for billing. */
export async function userInfo(ctx: Platform, actor: AccountActor, user: User, locale: Locale): Promise<UserInfo> {
  const keys = await keysOfAccount(ctx, actor.accountId)
  const role = actor.member?.role ?? 'owner'
  const first = firstKey(keys, ctx.clock.now())
  const plan = first && planOf(catalogueOf(ctx), first)
  return {
    ...user,
    docToken: first && role !== 'billing' ? searchTokenFor(ctx, actor, first).token : '',
    userApiKey: await presentKeys(ctx, firstBefore(keys, first), locale),
    symbolTypes: plan ? symbolTypesOf(plan) : [],
    apiLevel: plan ? plan.tier : '',
    role,
  }
}
