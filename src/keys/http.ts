import { profileOf } from '#src/accounts/sessions/profile.ts'
import { userInfoRoute } from '#src/contract/account/accounts.ts'
import {
  awaitedKeyRoute,
  freeKeyRoute,
  issueKeyRoute,
  leakedKeyRoute,
  listKeysRoute,
  renameKeyRoute,
  resetKeyRoute,
  revealKeyRoute,
  revokeKeyRoute,
  scopeKeyRoute,
  searchTokenRoute,
} from '#src/contract/account/keys.ts'
import { personOf } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import { createSearchToken } from './check/search-token.ts'
import { awaitedKey, continueForFree, issueIntegratedKey } from './integrated-key.ts'
import { listKeys, renameKey, resetKey, revealKey, revokeKey, scopeKey } from './keys.ts'
import { endLeakedSecret } from './leaked-key.ts'
import { userInfo } from './user-info.ts'

export function mountKeys(api: Api): void {
  api.handle(userInfoRoute, async (ctx, { actor, locale }) =>
    userInfo(ctx, actor, await profileOf(ctx, personOf(actor)), locale),
  )
  api.handle(listKeysRoute, (ctx, { actor, locale }) => listKeys(ctx, actor, locale))
  api.handle(awaitedKeyRoute, (ctx, { actor, locale }) => awaitedKey(ctx, actor.accountId, locale))
  api.handle(issueKeyRoute, (ctx, { actor, locale }) => issueIntegratedKey(ctx, actor, locale))
  api.handle(revealKeyRoute, (ctx, { actor, params, locale }) => revealKey(ctx, actor, params.id, locale))
  api.handle(renameKeyRoute, (ctx, { actor, params, body, locale }) =>
    renameKey(ctx, actor, { keyId: params.id, name: body.name }, locale),
  )
  api.handle(scopeKeyRoute, (ctx, { actor, params, body, locale }) =>
    scopeKey(ctx, actor, { keyId: params.id, scope: body }, locale),
  )
  api.handle(resetKeyRoute, (ctx, { actor, params, body, locale }) =>
    resetKey(ctx, actor, { keyId: params.id, overlapHours: body.overlapHours ?? 0 }, locale),
  )
  api.handle(revokeKeyRoute, (ctx, { actor, params, locale }) => revokeKey(ctx, actor, params.id, locale))
  api.handle(freeKeyRoute, (ctx, { actor, params, locale }) => continueForFree(ctx, actor, params.id, locale))
  api.handle(leakedKeyRoute, (ctx, { body, client }) =>
    endLeakedSecret(ctx, { secret: body.key, address: client.address }),
  )
  api.handle(searchTokenRoute, (ctx, { actor }) => createSearchToken(ctx, actor))
}
