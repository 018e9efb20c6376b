import { chooseRenewalRoute, listRenewalsRoute } from '#src/contract/account/renewals.ts'
import type { Api } from '#src/platform/http/api.ts'
import { chooseRenewal, listRenewals } from './renewals.ts'

export function mountRenewals(api: Api): void {
  api.handle(listRenewalsRoute, (ctx, { actor, locale }) => listRenewals(ctx, actor, locale))
  api.handle(chooseRenewalRoute, (ctx, { actor, params, body, locale }) =>
    chooseRenewal(ctx, actor, { ...params, ...body }, locale),
  )
}
