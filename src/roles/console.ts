import { mountAudit } from '#src/audit/http.ts'
import { mountMoney } from '#src/billing/operator/http.ts'
import type { Api } from '#src/platform/http/api.ts'
import { mountStaff } from '#src/staff/http.ts'
import { mountDesk } from '#src/support/desk-http.ts'

export function mountConsole(api: Api): void {
  mountStaff(api)
  mountAudit(api)
  mountDesk(api)
  mountMoney(api)
}
