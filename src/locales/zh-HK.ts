import type { Messages } from './messages.ts'
import account from './zh-HK/account.ts'
import activity from './zh-HK/activity.ts'
import alerts from './zh-HK/alerts.ts'
import benches from './zh-HK/benches.ts'
import billing from './zh-HK/billing.ts'
import blog from './zh-HK/blog.ts'
import callback from './zh-HK/callback.ts'
import chart from './zh-HK/chart.ts'
import contact from './zh-HK/contact.ts'
import coverage from './zh-HK/coverage.ts'
import dashboard from './zh-HK/dashboard.ts'
import docs from './zh-HK/docs.ts'
import embed from './zh-HK/embed.ts'
import error from './zh-HK/error.ts'
import faq from './zh-HK/faq.ts'
import frame from './zh-HK/frame.ts'
import home from './zh-HK/home.ts'
import legal from './zh-HK/legal.ts'
import login from './zh-HK/login.ts'
import notfound from './zh-HK/notfound.ts'
import operator from './zh-HK/operator.ts'
import operatorActions from './zh-HK/operator-actions.ts'
import operatorAudit from './zh-HK/operator-audit.ts'
import operatorCalendars from './zh-HK/operator-calendars.ts'
import operatorChangelog from './zh-HK/operator-changelog.ts'
import operatorChecks from './zh-HK/operator-checks.ts'
import operatorContent from './zh-HK/operator-content.ts'
import operatorCoverage from './zh-HK/operator-coverage.ts'
import operatorCustomers from './zh-HK/operator-customers.ts'
import operatorData from './zh-HK/operator-data.ts'
import operatorFeedKeys from './zh-HK/operator-feed-keys.ts'
import operatorIncidents from './zh-HK/operator-incidents.ts'
import operatorInstallation from './zh-HK/operator-installation.ts'
import operatorMoney from './zh-HK/operator-money.ts'
import operatorNow from './zh-HK/operator-now.ts'
import operatorPlans from './zh-HK/operator-plans.ts'
import operatorSources from './zh-HK/operator-sources.ts'
import operatorStaff from './zh-HK/operator-staff.ts'
import operatorTickets from './zh-HK/operator-tickets.ts'
import payment from './zh-HK/payment.ts'
import plans from './zh-HK/plans.ts'
import playground from './zh-HK/playground.ts'
import preferences from './zh-HK/preferences.ts'
import pricing from './zh-HK/pricing.ts'
import products from './zh-HK/products.ts'
import request from './zh-HK/request.ts'
import search from './zh-HK/search.ts'
import security from './zh-HK/security.ts'
import status from './zh-HK/status.ts'
import team from './zh-HK/team.ts'
import tickets from './zh-HK/tickets.ts'
import usage from './zh-HK/usage.ts'

const zhHK: Messages = {
  benches,
  billing,
  blog,
  chart,
  contact,
  coverage,
  dashboard,
  docs,
  embed,
  error,
  faq,
  frame,
  home,
  legal,
  account,
  activity,
  alerts,
  callback,
  login,
  notfound,
  operator,
  operatorNow,
  operatorCustomers,
  operatorMoney,
  operatorPlans,
  operatorTickets,
  operatorData,
  operatorActions,
  operatorCalendars,
  operatorFeedKeys,
  operatorCoverage,
  operatorSources,
  operatorChangelog,
  operatorChecks,
  operatorContent,
  operatorIncidents,
  operatorStaff,
  operatorAudit,
  operatorInstallation,
  payment,
  plans,
  playground,
  pricing,
  preferences,
  products,
  request,
  search,
  security,
  status,
  team,
  tickets,
  usage,
}

export default zhHK
