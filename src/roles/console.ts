import { mountAnnouncements } from '#src/announcements/http.ts'
import { mountAudit } from '#src/audit/http.ts'
import { mountMoney } from '#src/billing/console/http.ts'
import { mountPlanReach } from '#src/billing/console/plans-http.ts'
import { mountBrand } from '#src/brand/http.ts'
import { mountContent } from '#src/content/http.ts'
import { mountCustomers } from '#src/customers/console-http.ts'
import { mountActions } from '#src/market/action-edits/http.ts'
import { mountChecks } from '#src/market/console/checks-http.ts'
import { mountInstruments } from '#src/market/console/instrument-http.ts'
import { mountSources } from '#src/market/console/sources-http.ts'
import { mountFeedKeys } from '#src/market/feed-keys/http.ts'
import { mountQuarantine } from '#src/market/quarantine/http.ts'
import { mountCalendars } from '#src/market/trading-days/http.ts'
import { mountUploads } from '#src/market/uploads/http.ts'
import { mountOverview } from '#src/overview/http.ts'
import { mountCoupons } from '#src/plans/coupons/http.ts'
import { mountEditions } from '#src/plans/editions/http.ts'
import type { Api } from '#src/platform/http/api.ts'
import { mountStaff } from '#src/staff/authority/http.ts'
import { mountIncidents } from '#src/status/incidents/http.ts'
import { mountConsoleTickets } from '#src/support/console-http.ts'
import packageJson from '../../package.json' with { type: 'json' }

export function mountConsole(api: Api): void {
  mountStaff(api)
  mountOverview(api, packageJson)
  mountAudit(api)
  mountConsoleTickets(api)
  mountCustomers(api)
  mountUploads(api)
  mountQuarantine(api)
  mountInstruments(api)
  mountCalendars(api)
  mountActions(api)
  mountSources(api)
  mountFeedKeys(api)
  mountChecks(api)
  mountMoney(api)
  mountEditions(api)
  mountCoupons(api)
  mountPlanReach(api)
  mountAnnouncements(api)
  mountContent(api)
  mountBrand(api)
  mountIncidents(api)
}
