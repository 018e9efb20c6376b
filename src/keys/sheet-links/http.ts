import { makeSheetLinkRoute, revokeSheetLinkRoute, sheetLinksRoute } from '#src/contract/account/sheet-links.ts'
import type { Api } from '#src/platform/http/api.ts'
import { listSheetLinks, makeSheetLink, revokeSheetLink } from './sheet-links.ts'

export function mountSheetLinks(api: Api): void {
  api.handle(sheetLinksRoute, (ctx, { actor }) => listSheetLinks(ctx, actor))
  api.handle(makeSheetLinkRoute, (ctx, { actor, body, locale }) => makeSheetLink(ctx, actor, body, locale))
  api.handle(revokeSheetLinkRoute, (ctx, { actor, params }) => revokeSheetLink(ctx, actor, params.id))
}
