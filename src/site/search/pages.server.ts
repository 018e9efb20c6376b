import { ownTextsOf } from '#src/content/texts/kept-texts.ts'
import type { Locale } from '#src/contract/locale.ts'
import { namesOf } from '#src/contract/record.ts'
import type { Platform } from '#src/platform/platform.ts'
import { pageRoles } from '../account/page-roles.ts'
import { productPages } from '../addresses/navigation.ts'
import { articlesOf, findDocument } from '../content/library/library.server.ts'
import { answersOf } from '../content/search/answers.ts'
import { type Ranking, rankingOf } from '../content/search/ranking.ts'
import { wordsOf } from '../context/words.server.ts'
import type { FoundPage } from './found.ts'

type Holder = Pick<Platform, 'kept'>

const described = ['pricing', 'chart', 'docs', 'blog', 'contact'] as const
const others = ['coverage', 'status', 'faq'] as const
/** Pages of the account with the namespace of their words. */
const accountPages = {
  keys: ['/dashboard', 'dashboard'],
  usage: ['/dashboard/usage', 'usage'],
  orders: ['/dashboard/orders', 'payment'],
  billing: ['/dashboard/billing', 'billing'],
  alerts: ['/dashboard/alerts', 'alerts'],
  team: ['/dashboard/team', 'team'],
  tickets: ['/dashboard/tickets', 'tickets'],
  activity: ['/dashboard/activity', 'activity'],
  security: ['/dashboard/security', 'security'],
  preferences: ['/dashboard/preferences', 'preferences'],
} as const
const accountNames = namesOf(accountPages)

/** Every page that can be found by name, in navigation order. */
function allPages(ctx: Holder, locale: Locale): FoundPage[] {
  const words = wordsOf(ctx, locale, [
    ...(['frame', 'account', 'home'] as const),
    ...accountNames.map((name) => accountPages[name][1]),
    ...described,
    ...others,
  ])
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
  const account = accountNames.map((name): FoundPage => {
    const [path, namespace] = accountPages[name]
    const roles = pageRoles[name]
    const page = { path, title: words.account.nav[name], text: words[namespace].meta.description }
    return { ...page, kind: 'account', ...(roles && { roles }) }
  })
  const home: FoundPage = { path: '/', title: nav.home, text: words.home.meta.description, kind: 'page' }
  return [home, ...named, ...products, ...account, ...plain, ...legal, ...articles]
}

/** The pages that match the query, best first. Without a query: all pages. */
export function pagesOf(ctx: Holder, locale: Locale, query: string): readonly FoundPage[] {
  const { pages, ranking } = rankedPages(ctx, locale)
  if (query === '') return pages
  return [...answersOf(ranking, query)].toSorted(([, a], [, b]) => b - a).flatMap(([index]) => pages[index] ?? [])
}

type Ranked = { pages: readonly FoundPage[]; ranking: Ranking }
/** The ranked pages, by the object that holds the operator's own texts. A change of the texts replaces that object. */
const ranked = new WeakMap<object, Map<Locale, Ranked>>()

function rankedPages(ctx: Holder, locale: Locale): Ranked {
  const own = ownTextsOf(ctx)
  const kept = ranked.get(own) ?? new Map<Locale, Ranked>()
  ranked.set(own, kept)
  const known = kept.get(locale)
  if (known) return known
  const pages = allPages(ctx, locale)
  const ranking = rankingOf(
    pages.map(({ title, text, path }) => [
      { text: title, weight: 12 },
      { text, weight: 4 },
      { text: path.replaceAll('/', ' '), weight: 2 },
    ]),
  )
  kept.set(locale, { pages, ranking })
  return { pages, ranking }
}
