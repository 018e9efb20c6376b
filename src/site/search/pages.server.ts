import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { productPages } from '../addresses/navigation.ts'
import { articlesOf, findDocument } from '../content/library/library.server.ts'
import { wordsOf } from '../context/words.server.ts'
import type { FoundPage } from './found.ts'

const described = ['pricing', 'chart', 'docs', 'blog', 'contact'] as const
const others = ['coverage', 'status', 'faq'] as const
const accountPages = {
  keys: '/dashboard',
  usage: '/dashboard/usage',
  orders: '/dashboard/orders',
  billing: '/dashboard/billing',
  alerts: '/dashboard/alerts',
  tickets: '/dashboard/tickets',
  activity: '/dashboard/activity',
  security: '/dashboard/security',
  preferences: '/dashboard/preferences',
} as const
const accountNames = Object.keys(accountPages) as (keyof typeof accountPages)[]

/** Every page that can be found by name, in navigation order. */
function allPages(ctx: Platform, locale: Locale): FoundPage[] {
  const words = wordsOf(locale, ['frame', 'account', 'home', ...described, ...others])
  const { nav, classes } = words.frame
  const named = described.map(
    (name): FoundPage => ({ path: `/${name}`, title: nav[name], text: words[name].meta.description, kind: 'page' }),
  )
  const plain = others.map(
    (name): FoundPage => ({
      path: `/${name}`,
      title: words[name].meta.title,
      text: words[name].meta.description,
      kind: 'page',
    }),
  )
  const products = productPages.map(
    ({ name, path }): FoundPage => ({
      path,
      title: classes[name].name,
      text: classes[name].description,
      kind: 'product',
    }),
  )
  const legal = (['privacy', 'terms'] as const).flatMap((slug): FoundPage[] => {
    const document = findDocument(ctx, locale, 'page', slug)
    return document ? [{ path: `/${slug}`, title: document.title, text: document.description, kind: 'page' }] : []
  })
  const articles = articlesOf(ctx, locale).map(
    ({ slug, title, description }): FoundPage => ({
      path: `/blog/${slug}`,
      title,
      text: description,
      kind: 'article',
    }),
  )
  const account = accountNames.map(
    (name): FoundPage => ({ path: accountPages[name], title: words.account.nav[name], text: '', kind: 'account' }),
  )
  const home: FoundPage = { path: '/', title: nav.home, text: words.home.meta.description, kind: 'page' }
  return [home, ...named, ...products, ...account, ...plain, ...legal, ...articles]
}

/** Pages that contain every word of the query, those with matches in the title first. Without a query: all pages. */
export function pagesOf(ctx: Platform, locale: Locale, query: string): FoundPage[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  const pages = allPages(ctx, locale)
  const hits = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length
  return pages
    .filter(({ title, text, path }) => hits(`${title} ${text} ${path}`) === terms.length)
    .map((page) => ({ page, inTitle: hits(page.title) }))
    .toSorted((a, b) => b.inTitle - a.inTitle)
    .map(({ page }) => page)
}
