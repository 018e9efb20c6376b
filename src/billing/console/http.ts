import { confirmApprovalRoute } from '#src/contract/operator/staff.ts'
import type { Api } from '#src/platform/http/api.ts'
import { confirmRequest } from '../operator/waiting-acts.ts'
import { mountAccounting } from './accounting-http.ts'
import { mountNetworks } from './networks-http.ts'
import { mountOrders } from './orders-http.ts'
import { mountRefunds } from './refunds-http.ts'
import { mountSweeps } from './sweeps-http.ts'

export function mountMoney(api: Api): void {
  api.handle(confirmApprovalRoute, (ctx, { actor, params }) => confirmRequest(ctx, actor, params.id))
  mountOrders(api)
  mountNetworks(api)
  mountRefunds(api)
  mountSweeps(api)
  mountAccounting(api)
}
