import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Locale, locales } from '#src/contract/locale.ts'
import { articleSlugs, docSlugs } from './content/doc-list.ts'
import { aliases } from './frame/aliases.ts'

// The site map. To add a page:
//   1. a line in `pages` below; the three languages and the bare path that redirects to them come by themselves;
//   2. `src/site/pages/<page>.tsx`: default component, `export const loader = publicPage('<namespace>', …)` (or
//      `personalPage`, `accountPage`), `export const handle: PageHandle` only where header, footer or contact box differ;
//   3. its words in `src/locales/<locale>/<namespace>.ts` for three languages, with `meta: {title, description, keywords}`,
//      added to `src/locales/<locale>.ts`. Only the namespaces named in the loader reach the browser.
// Links: `<PageLink to="/pricing">` adds the language. Navigation and footer are in `frame/navigation.ts` and `frame/footer.tsx`.

type Page = { path: string; file: string; id?: string }

const page = (path: string, file: string, id = path): Page => ({ path, file: `pages/${file}`, id })

const pages: Page[] = [
  page('pricing', 'pricing.tsx'),
  ...['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'].map((name) => page(`products/${name}`, 'product.tsx')),
  page('payment', 'payment.tsx'),
  page('payment/:no', 'order.tsx'),
  page('payment/:no/receipt', 'receipt.tsx'),
  page('chart', 'chart.tsx'),
  page('contact', 'contact.tsx'),
  page('docs', 'docs.tsx'),
  page('docs/search', 'docs-search.tsx'),
  page('docs/*', 'doc.tsx'),
  page('blog', 'blog.tsx'),
  page('blog/*', 'article.tsx'),
  page('privacy', 'legal.tsx'),
  page('terms', 'legal.tsx'),
  page('faq', 'faq.tsx'),
  page('404', 'not-found.tsx'),
  page('error', 'error.tsx'),
  page('login', 'login.tsx'),
  page('callback', 'callback.tsx'),
  page('dashboard', 'dashboard.tsx'),
  page('dashboard/usage', 'usage.tsx'),
  page('dashboard/billing', 'billing.tsx'),
  page('dashboard/security', 'security.tsx'),
  page('dashboard/preferences', 'preferences.tsx'),
]

const aliasPaths = Object.keys(aliases).map((path) => path.slice(1))

/** Addresses in each language that answer with a text instead of a page. */
const texts = [
  { path: 'llms.txt', file: 'content/llms.ts' },
  { path: 'blog/rss.xml', file: 'content/feed.ts' },
  ...[...docSlugs.map((slug) => `docs/${slug}.md`), ...articleSlugs.map((slug) => `blog/${slug}.md`)].map((path) => ({
    path,
    file: 'content/markdown-twin.ts',
  })),
]

function inLanguage(locale: Locale): RouteConfigEntry {
  return route(locale, 'frame/locale-layout.tsx', { id: locale }, [
    index('pages/home.tsx', { id: `${locale}:home` }),
    ...pages.map(({ path, file, id }) => route(path, file, { id: `${locale}:${id}` })),
    ...texts.map(({ path, file }) => route(path, file, { id: `${locale}:${path}` })),
    ...aliasPaths.map((path) => route(path, 'frame/to-alias.ts', { id: `${locale}:alias:${path}` })),
    route('*', 'pages/not-found.tsx', { id: `${locale}:not-found` }),
  ])
}

const bare = (path: string) => route(path, 'frame/to-reader-language.ts', { id: `bare:${path}` })

export default [
  index('frame/to-reader-language.ts', { id: 'bare:home' }),
  ...pages.map(({ path }) => bare(path)),
  route('sitemap.xml', 'frame/sitemap.ts', { id: 'sitemap.xml' }),
  route('robots.txt', 'frame/robots.ts', { id: 'robots.txt' }),
  route('llms.txt', 'content/llms.ts', { id: 'llms.txt' }),
  ...aliasPaths.map(bare),
  bare('zh-TW/*'),
  ...locales.map(inLanguage),
  layout('frame/locale-layout.tsx', { id: 'reader' }, [route('*', 'pages/not-found.tsx', { id: 'reader:not-found' })]),
] satisfies RouteConfig
