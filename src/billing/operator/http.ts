import { confirmApprovalRoute } from '#src/contract/operator/staff.ts'
import type { Api } from '#src/platform/http/api.ts'
import { confirmRequest } from './confirm-request.ts'

/** What the console does with money. */
export function mountMoney(api: Api): void {
  api.handle(confirmApprovalRoute, async (ctx, { actor, params }) => {
    await confirmRequest(ctx, actor, params.id)
    return {}
  })
}
