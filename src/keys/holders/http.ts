import { assignKeyRoute, exposedKeysRoute } from '#src/contract/account/keys.ts'
import type { Api } from '#src/platform/http/api.ts'
import { assignKey, exposedKeys } from './holders.ts'

export function mountHolders(api: Api): void {
  api.handle(assignKeyRoute, (ctx, { actor, params, body, locale }) =>
    assignKey(ctx, actor, { keyId: params.id, choice: body }, locale),
  )
  api.handle(exposedKeysRoute, (ctx, { actor }) => exposedKeys(ctx.postgres.db, actor.accountId))
}
