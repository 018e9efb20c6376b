import type { Messages } from './messages.ts'
import account from './zh-CN/account.ts'
import activity from './zh-CN/activity.ts'
import alerts from './zh-CN/alerts.ts'
import benches from './zh-CN/benches.ts'
import billing from './zh-CN/billing.ts'
import blog from './zh-CN/blog.ts'
import callback from './zh-CN/callback.ts'
import chart from './zh-CN/chart.ts'
import contact from './zh-CN/contact.ts'
import coverage from './zh-CN/coverage.ts'
import dashboard from './zh-CN/dashboard.ts'
import docs from './zh-CN/docs.ts'
import embed from './zh-CN/embed.ts'
import error from './zh-CN/error.ts'
import faq from './zh-CN/faq.ts'
import frame from './zh-CN/frame.ts'
import home from './zh-CN/home.ts'
import legal from './zh-CN/legal.ts'
import login from './zh-CN/login.ts'
import notfound from './zh-CN/notfound.ts'
import operator from './zh-CN/operator.ts'
import operatorActions from './zh-CN/operator-actions.ts'
import operatorAudit from './zh-CN/operator-audit.ts'
import operatorCalendars from './zh-CN/operator-calendars.ts'
import operatorChangelog from './zh-CN/operator-changelog.ts'
import operatorChecks from './zh-CN/operator-checks.ts'
import operatorContent from './zh-CN/operator-content.ts'
import operatorCoverage from './zh-CN/operator-coverage.ts'
import operatorCustomers from './zh-CN/operator-customers.ts'
import operatorData from './zh-CN/operator-data.ts'
import operatorFeedKeys from './zh-CN/operator-feed-keys.ts'
import operatorIncidents from './zh-CN/operator-incidents.ts'
import operatorInstallation from './zh-CN/operator-installation.ts'
import operatorMoney from './zh-CN/operator-money.ts'
import operatorNow from './zh-CN/operator-now.ts'
import operatorPlans from './zh-CN/operator-plans.ts'
import operatorSources from './zh-CN/operator-sources.ts'
import operatorStaff from './zh-CN/operator-staff.ts'
import operatorTickets from './zh-CN/operator-tickets.ts'
import payment from './zh-CN/payment.ts'
import plans from './zh-CN/plans.ts'
import playground from './zh-CN/playground.ts'
import preferences from './zh-CN/preferences.ts'
import pricing from './zh-CN/pricing.ts'
import products from './zh-CN/products.ts'
import request from './zh-CN/request.ts'
import search from './zh-CN/search.ts'
import security from './zh-CN/security.ts'
import status from './zh-CN/status.ts'
import team from './zh-CN/team.ts'
import tickets from './zh-CN/tickets.ts'
import usage from './zh-CN/usage.ts'

const zhCN: Messages = {
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

export default zhCN
