import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Locale, locales } from '#src/contract/locale.ts'
import { aliases } from './addresses/aliases.ts'
import { articleSlugs, docSlugs } from './content/library/doc-list.ts'
import { consolePages, pathOfPage } from './operator/shell/console-pages.ts'

// The site map. To add a page:
//   1. a line in `pages` below; the three languages and the bare path that redirects to them come by themselves;
//   2. `src/site/pages/<page>/<page>-page.tsx`: default component, `export const loader = publicPage('<namespace>', …)` (or
//      `personalPage`, `accountPage`), `export const handle: PageHandle` only where header, footer or contact box differ;
//   3. its words in `src/locales/<locale>/<namespace>.ts` for three languages, with `meta: {title, description, keywords}`,
//      added to `src/locales/<locale>.ts`. Only the namespaces named in the loader reach the browser.
// Links: `<PageLink to="/pricing">` adds the language. Navigation and footer are in `addresses/navigation.ts` and `frame/footer.tsx`.

type Page = { path: string; file: string; id?: string }

const page = (path: string, file: string, id = path): Page => ({ path, file, id })

const pages: Page[] = [
  page('pricing', 'pages/pricing/pricing-page.tsx'),
  ...['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'].map((name) =>
    page(`products/${name}`, 'pages/products/product-page.tsx'),
  ),
  page('coverage', 'pages/coverage/coverage-page.tsx'),
  page('payment', 'pages/payment/payment-page.tsx'),
  page('payment/:no', 'pages/order/order-page.tsx'),
  page('payment/:no/receipt', 'pages/order/receipt-page.tsx'),
  page('chart', 'chart/chart-page.tsx'),
  page('contact', 'pages/contact/contact-page.tsx'),
  page('docs', 'pages/reading/docs/docs-page.tsx'),
  page('docs/search', 'pages/reading/docs/docs-search-page.tsx'),
  page('docs/playground', 'pages/reading/playground/playground-page.tsx'),
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
  page('dashboard', 'pages/dashboard/dashboard-page.tsx'),
  page('dashboard/usage', 'pages/usage/usage-page.tsx'),
  page('dashboard/orders', 'pages/payment/orders-page.tsx'),
  page('dashboard/billing', 'pages/billing/billing-page.tsx'),
  page('dashboard/alerts', 'pages/alerts/alerts-page.tsx'),
  page('dashboard/team', 'pages/team/team-page.tsx'),
  page('dashboard/team/join', 'pages/team/join-page.tsx'),
  page('dashboard/tickets', 'pages/tickets/tickets-page.tsx'),
  page('dashboard/tickets/:id', 'pages/tickets/ticket-page.tsx'),
  page('dashboard/activity', 'pages/activity/activity-page.tsx'),
  page('dashboard/security', 'pages/security/security-page.tsx'),
  page('dashboard/preferences', 'pages/security/preferences-page.tsx'),
  page('dev/parts', 'pages/parts/parts-page.tsx'),
]

/** The operator's console: in each language, and not by a bare path. */
const consoleRoutes = [
  ...consolePages.map(({ name }) => page(pathOfPage(name).slice(1), `operator/${name}/${name}-page.tsx`)),
  page('operator/plans/preview', 'operator/plans/preview-page.tsx'),
  page('operator/data/instruments', 'operator/data/instruments/instruments-page.tsx'),
  page('operator/data/instruments/:id', 'operator/data/instruments/instrument-page.tsx'),
  page('operator/data/instruments/:id/actions', 'operator/data/actions/actions-page.tsx'),
  page('operator/data/sources', 'operator/data/sources/sources-page.tsx'),
  page('operator/data/coverage', 'operator/data/coverage/coverage-page.tsx'),
  page('operator/data/feed-keys', 'operator/data/feed-keys/feed-keys-page.tsx'),
  page('operator/data/calendars', 'operator/data/calendars/calendars-page.tsx'),
  page('operator/content/changelog', 'operator/content/changelog/changelog-page.tsx'),
  page('operator/content/incidents', 'operator/content/incidents/incidents-page.tsx'),
  page('operator/data/checks', 'operator/data/checks/checks-page.tsx'),
  page('operator/data/imports/:id', 'operator/data/imports/import-page.tsx'),
  page('operator/tickets/texts', 'operator/tickets/texts/texts-page.tsx'),
  page('operator/tickets/:id', 'operator/tickets/ticket-page.tsx'),
  page('operator/customers/:id', 'operator/customers/customer-page.tsx'),
  page('operator/customers/:id/view', 'operator/customers/view-as-page.tsx'),
]

const aliasPaths = Object.keys(aliases).map((path) => path.slice(1))

/** Addresses in each language that answer with a text instead of a page. */
const texts = [
  { path: 'llms.txt', file: 'content/plain/llms.ts' },
  { path: 'blog/rss.xml', file: 'content/plain/feed.ts' },
  { path: 'status/rss.xml', file: 'content/status/status-feed.ts' },
  ...[...docSlugs.map((slug) => `docs/${slug}.md`), ...articleSlugs.map((slug) => `blog/${slug}.md`)].map((path) => ({
    path,
    file: 'content/plain/markdown-twin.ts',
  })),
]

function inLanguage(locale: Locale): RouteConfigEntry {
  return route(locale, 'frame/locale-layout.tsx', { id: locale }, [
    index('pages/home/home-page.tsx', { id: `${locale}:home` }),
    ...[...pages, ...consoleRoutes].map(({ path, file, id }) => route(path, file, { id: `${locale}:${id}` })),
    route('search.json', 'search/answer.ts', { id: `${locale}:search.json` }),
    route('search-words.json', 'search/words.ts', { id: `${locale}:search-words.json` }),
    route('products/:name/live.json', 'pages/products/live-rows.ts', { id: `${locale}:live-rows` }),
    ...texts.map(({ path, file }) => route(path, file, { id: `${locale}:${path}` })),
    route('announcements/:id/dismiss', 'addresses/close-announcement.ts', { id: `${locale}:close-announcement` }),
    ...aliasPaths.map((path) => route(path, 'addresses/to-alias.ts', { id: `${locale}:alias:${path}` })),
    route('*', 'pages/errors/not-found-page.tsx', { id: `${locale}:not-found` }),
  ])
}

const bare = (path: string) => route(path, 'addresses/to-reader-language.ts', { id: `bare:${path}` })

export default [
  index('addresses/to-reader-language.ts', { id: 'bare:home' }),
  ...pages.map(({ path }) => bare(path)),
  route('sitemap.xml', 'addresses/sitemap.ts', { id: 'sitemap.xml' }),
  route('robots.txt', 'addresses/robots.ts', { id: 'robots.txt' }),
  route('llms.txt', 'content/plain/llms.ts', { id: 'llms.txt' }),
  route('status.json', 'content/status/status-json.ts', { id: 'status.json' }),
  route('status/rss.xml', 'content/status/status-feed.ts', { id: 'status/rss.xml' }),
  ...aliasPaths.map(bare),
  bare('zh-TW/*'),
  ...locales.map(inLanguage),
  layout('frame/locale-layout.tsx', { id: 'reader' }, [
    route('*', 'pages/errors/not-found-page.tsx', { id: 'reader:not-found' }),
  ]),
] satisfies RouteConfig
