import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { consolePages, pathOfPage } from './operator/shell/console-pages.ts'

// The site map: one tree below the language. To add a page:
//   1. a line below, in its shell; the languages, and the bare path that redirects to them, follow automatically;
//   2. `src/site/pages/<page>/<page>-page.tsx`: default component, `export const loader = publicPage('<namespace>', …)` (or
//      `personalPage`, `accountPage`), `export const handle: PageHandle` only where header, footer or contact box differ;
//   3. its words in `src/locales/<locale>/<namespace>.ts` for three languages, with `meta: {title, description, keywords}`,
//      added to `src/locales/en-US.ts`.
// Links: `<PageLink to="/pricing">` adds the language. Navigation and footer are in `addresses/navigation.ts` and `frame/footer`.
// The router knows no bare paths, no aliases (`addresses/leading-elsewhere.server.ts`) and no texts (`server/texts.ts`).

const page = (path: string, file: string) => route(path, file, { id: path })

const products = ['stocks', 'indices', 'forex', 'crypto', 'future', 'fund']

const publicPages = [
  index('pages/home/home-page.tsx', { id: 'home' }),
  page('pricing', 'pages/pricing/pricing-page.tsx'),
  ...products.map((name) => page(`products/${name}`, 'pages/products/product-page.tsx')),
  page('coverage', 'pages/coverage/coverage-page.tsx'),
  page('contact', 'pages/contact/contact-page.tsx'),
  page('docs', 'pages/reading/docs/docs-page.tsx'),
  page('docs/search', 'pages/reading/docs/docs-search-page.tsx'),
  page('docs/playground', 'pages/reading/playground/playground-page.tsx'),
  ...['docs/limits', 'docs/symbols', 'docs/rest/*'].map((path) => page(path, 'pages/reading/docs/reference-page.tsx')),
  page('docs/guides/*', 'pages/reading/guides/guide-page.tsx'),
  page('docs/*', 'pages/reading/docs/doc-page.tsx'),
  page('blog', 'pages/reading/blog-page.tsx'),
  page('blog/*', 'pages/reading/article-page.tsx'),
  page('privacy', 'pages/reading/legal-page.tsx'),
  page('terms', 'pages/reading/legal-page.tsx'),
  page('faq', 'pages/reading/faq-page.tsx'),
  page('status', 'pages/status/status-page.tsx'),
  page('404', 'pages/errors/not-found-page.tsx'),
  page('error', 'pages/errors/error-page.tsx'),
  page('login', 'pages/login/login-page.tsx'),
  page('callback', 'pages/login/callback-page.tsx'),
  page('dev/parts', 'pages/parts/parts-page.tsx'),
  route('*', 'pages/errors/not-found-page.tsx', { id: 'not-found' }),
]

const accountPages = [
  page('dashboard', 'pages/dashboard/dashboard-page.tsx'),
  page('dashboard/usage', 'pages/usage/usage-page.tsx'),
  page('dashboard/orders', 'pages/payment/orders-page.tsx'),
  page('dashboard/billing', 'pages/billing/billing-page.tsx'),
  page('dashboard/billing/papers', 'pages/papers/papers-page.tsx'),
  page('dashboard/billing/papers/:number', 'pages/papers/paper-page.tsx'),
  page('dashboard/alerts', 'pages/alerts/alerts-page.tsx'),
  page('dashboard/team', 'pages/team/team-page.tsx'),
  page('dashboard/team/join', 'pages/team/join-page.tsx'),
  page('dashboard/tickets', 'pages/tickets/tickets-page.tsx'),
  page('dashboard/tickets/:id', 'pages/tickets/ticket-page.tsx'),
  page('dashboard/activity', 'pages/activity/activity-page.tsx'),
  page('dashboard/security', 'pages/security/security-page.tsx'),
  page('dashboard/preferences', 'pages/security/preferences-page.tsx'),
  page('payment', 'pages/payment/payment-page.tsx'),
  page('payment/:no', 'pages/order/order-page.tsx'),
  page('payment/:no/receipt', 'pages/papers/paper-page.tsx'),
  page('chart', 'chart/chart-page.tsx'),
]

const operatorPages = [
  ...consolePages.map(({ name }) => page(pathOfPage(name).slice(1), `operator/${name}/${name}-page.tsx`)),
  page('operator/plans/preview', 'operator/plans/preview-page.tsx'),
  page('operator/data/instruments', 'operator/data/instruments/instruments-page.tsx'),
  page('operator/data/instruments/:id', 'operator/data/instruments/instrument-page.tsx'),
  page('operator/data/instruments/:id/actions', 'operator/data/actions/actions-page.tsx'),
  page('operator/data/sources', 'operator/data/sources/sources-page.tsx'),
  page('operator/data/coverage', 'operator/data/coverage/coverage-page.tsx'),
  page('operator/data/feed-keys', 'operator/data/feed-keys/feed-keys-page.tsx'),
  page('operator/data/calendars', 'operator/data/calendars/calendars-page.tsx'),
  page('operator/data/checks', 'operator/data/checks/checks-page.tsx'),
  page('operator/data/imports/:id', 'operator/data/imports/import-page.tsx'),
  page('operator/content/changelog', 'operator/content/changelog/changelog-page.tsx'),
  page('operator/content/text', 'operator/content/texts/text-page.tsx'),
  page('operator/content/incidents', 'operator/content/incidents/incidents-page.tsx'),
  page('operator/handbook/:slug', 'operator/handbook/chapter-page.tsx'),
  page('operator/tickets/texts', 'operator/tickets/texts/texts-page.tsx'),
  page('operator/tickets/:id', 'operator/tickets/ticket-page.tsx'),
  page('operator/customers/:id', 'operator/customers/customer-page.tsx'),
  page('operator/customers/:id/view', 'operator/customers/view-as-page.tsx'),
]

export default [
  route(':locale', 'frame/locale-layout.tsx', { id: 'locale' }, [
    layout('shells/public-shell.tsx', { id: 'shell:public' }, publicPages),
    layout('shells/account-shell.tsx', { id: 'shell:account' }, accountPages),
    layout('shells/operator-shell.tsx', { id: 'shell:operator' }, operatorPages),
    route('announcements/:id/dismiss', 'addresses/close-announcement.ts', { id: 'close-announcement' }),
    route('signout', 'addresses/redirects/sign-out.ts', { id: 'sign-out' }),
    route('language', 'addresses/redirects/choose-language.ts', { id: 'choose-language' }),
  ]),
  // An unknown address without a language.
  layout('frame/locale-layout.tsx', { id: 'reader' }, [
    layout('shells/public-shell.tsx', { id: 'reader:shell' }, [
      route('*', 'pages/errors/not-found-page.tsx', { id: 'reader:not-found' }),
    ]),
  ]),
] satisfies RouteConfig
