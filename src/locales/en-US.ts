import account from './en-US/account.ts'
import activity from './en-US/activity.ts'
import alerts from './en-US/alerts.ts'
import benches from './en-US/benches.ts'
import billing from './en-US/billing.ts'
import blog from './en-US/blog.ts'
import callback from './en-US/callback.ts'
import chart from './en-US/chart.ts'
import contact from './en-US/contact.ts'
import coverage from './en-US/coverage.ts'
import dashboard from './en-US/dashboard.ts'
import docs from './en-US/docs.ts'
import embed from './en-US/embed.ts'
import error from './en-US/error.ts'
import faq from './en-US/faq.ts'
import frame from './en-US/frame.ts'
import home from './en-US/home.ts'
import legal from './en-US/legal.ts'
import login from './en-US/login.ts'
import notfound from './en-US/notfound.ts'
import operator from './en-US/operator.ts'
import operatorActions from './en-US/operator-actions.ts'
import operatorAudit from './en-US/operator-audit.ts'
import operatorBrand from './en-US/operator-brand.ts'
import operatorCalendars from './en-US/operator-calendars.ts'
import operatorChangelog from './en-US/operator-changelog.ts'
import operatorChecks from './en-US/operator-checks.ts'
import operatorContent from './en-US/operator-content.ts'
import operatorCoverage from './en-US/operator-coverage.ts'
import operatorCustomers from './en-US/operator-customers.ts'
import operatorData from './en-US/operator-data.ts'
import operatorFeedKeys from './en-US/operator-feed-keys.ts'
import operatorHandbook from './en-US/operator-handbook.ts'
import operatorIncidents from './en-US/operator-incidents.ts'
import operatorInstallation from './en-US/operator-installation.ts'
import operatorMoney from './en-US/operator-money.ts'
import operatorNow from './en-US/operator-now.ts'
import operatorPlans from './en-US/operator-plans.ts'
import operatorSources from './en-US/operator-sources.ts'
import operatorStaff from './en-US/operator-staff.ts'
import operatorTickets from './en-US/operator-tickets.ts'
import paper from './en-US/paper.ts'
import payment from './en-US/payment.ts'
import plans from './en-US/plans.ts'
import playground from './en-US/playground.ts'
import preferences from './en-US/preferences.ts'
import pricing from './en-US/pricing.ts'
import products from './en-US/products.ts'
import reads from './en-US/reads.ts'
import request from './en-US/request.ts'
import search from './en-US/search.ts'
import security from './en-US/security.ts'
import status from './en-US/status.ts'
import team from './en-US/team.ts'
import tickets from './en-US/tickets.ts'
import usage from './en-US/usage.ts'

const enUS = {
  account,
  activity,
  alerts,
  benches,
  billing,
  blog,
  callback,
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
  operatorHandbook,
  operatorIncidents,
  operatorStaff,
  operatorAudit,
  operatorBrand,
  operatorInstallation,
  paper,
  payment,
  plans,
  playground,
  pricing,
  preferences,
  products,
  reads,
  request,
  search,
  security,
  status,
  team,
  tickets,
  usage,
} as const

export default enUS
