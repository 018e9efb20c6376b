import type { User, UserInfo } from '#src/contract/account/accounts.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { symbolTypesOf } from '#src/plans/entitlement.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { createSearchToken } from './check/search-token.ts'
import { firstKey, planOf } from './key/key.ts'
import { keysOfAccount, listKeys } from './keys.ts'

/** The account, its masked keys, and the rights of the first key; `docToken` is empty without a key. */
export async function userInfo(ctx: Platform, actor: AccountActor, user: User, locale: Locale): Promise<UserInfo> {
  const first = firstKey(await keysOfAccount(ctx, actor.accountId), ctx.clock.now())
  const plan = first && planOf(catalogueOf(ctx), first)
  return {
    ...user,
    docToken: first && actor.member?.role !== 'billing' ? (await createSearchToken(ctx, actor)).token : '',
    userApiKey: await listKeys(ctx, actor, locale),
    symbolTypes: plan ? symbolTypesOf(plan) : [],
    apiLevel: plan ? plan.tier : '',
  }
}
