import { createTranslator } from 'use-intl/core'
import { isLocale, type Locale } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { robotsText } from '../addresses/robots.server.ts'
import { securityText } from '../addresses/security-text.server.ts'
import { sitemapOf } from '../addresses/sitemap.server.ts'
import { brandFileAt } from '../brand/brand-files.server.ts'
import { findDocument } from '../content/library/library.server.ts'
import { feedOf } from '../content/plain/feed.server.ts'
import { llmsText } from '../content/plain/llms.server.ts'
import { plainMarkdown } from '../content/plain/plain-markdown.server.ts'
import { statusFeedOf } from '../content/status/status-feed.server.ts'
import { localeContext, platformContext, renderingContext, statusContext, type TextCall } from '../context/context.ts'
import { wordsOf } from '../context/words.server.ts'
import { placeholder, type UpdateWords } from '../frame/update/update-words.ts'
import { pricedMarkets } from '../pages/pricing/priced-plans.server.ts'
import { liveRows } from '../pages/products/live-rows.server.ts'
import { searchAnswer, searchWords } from '../search/answer.server.ts'
import { products } from '../showcase/showcase.ts'

type Text = (call: TextCall) => Response | Promise<Response>

const text = (body: string, type: string, maxAge: number) =>
  new Response(body, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': `public, max-age=${maxAge}` },
  })

const hour = 3_600

const llms: Text = ({ url, context }) =>
  text(llmsText(namedIn(url) ?? 'en-US', context.get(platformContext)), 'text/plain', hour)

/** The status feed, in the language of its path, or else in the installation's default language. */
const statusFeed: Text = ({ url, context }) => {
  const ctx = context.get(platformContext)
  const locale = namedIn(url) ?? ctx.settings.defaultLocale
  return text(statusFeedOf(ctx, locale, context.get(statusContext).report()), 'application/rss+xml', 30)
}

/** The whole status report as JSON, readable from every origin. */
const statusJson: Text = ({ context }) => {
  const answer = text(JSON.stringify(context.get(statusContext).report()), 'application/json', 10)
  answer.headers.set('Access-Control-Allow-Origin', '*')
  return answer
}

const blogFeed: Text = ({ context }) =>
  text(feedOf(context.get(localeContext), context.get(platformContext)), 'application/rss+xml', hour)

/**
 * All markets' plans, for the pricing page, which contains only one market. The text is cached and compressed like a
 * page.
 */
const markets: Text = ({ context }) => {
  context.set(renderingContext, { audience: 'everyone', maxAgeMs: null })
  return text(
    JSON.stringify(pricedMarkets(context.get(platformContext), context.get(localeContext))),
    'application/json',
    60,
  )
}

/** The texts of an update, for pages that are open when a new version starts. */
const updateWords: Text = ({ context }) => {
  const locale = context.get(localeContext)
  const t = createTranslator({
    locale,
    messages: wordsOf(context.get(platformContext), locale, ['frame']),
    namespace: 'frame',
  })
  const named = { version: placeholder }
  const words: UpdateWords = {
    title: t('version.title'),
    message: t('version.message', named),
    confirm: t('version.confirm'),
    cancel: t('version.cancel'),
    label: t('banner.label'),
    text: t('banner.text', named),
    reload: t('banner.reload'),
    close: t('banner.close'),
  }
  return text(JSON.stringify(words), 'application/json', hour)
}

/** A page's text as Markdown: `/en-US/docs/quick-start.md`. */
const markdown =
  (slug: string): Text =>
  ({ context }) => {
    const ctx = context.get(platformContext)
    const document = findDocument(ctx, context.get(localeContext), 'docs', slug)
    if (!document) throw new Error(`docs/${slug} is not written in ${context.get(localeContext)}.`)
    return text(plainMarkdown(document, ctx), 'text/markdown', hour)
  }

/** The response for live rows of an unknown class. */
const noRows: Text = () =>
  new Response('null', { status: 404, headers: { 'Content-Type': 'application/json; charset=utf-8' } })

const security: Text = ({ context }) => text(securityText(context.get(platformContext)), 'text/plain', hour)

/** Texts at addresses without a language. */
const bare: Readonly<Record<string, Text>> = {
  'sitemap.xml': ({ context }) => text(sitemapOf(context.get(platformContext)), 'application/xml', hour),
  'robots.txt': ({ context }) => text(robotsText(context.get(platformContext)), 'text/plain', hour),
  'llms.txt': llms,
  '.well-known/security.txt': security,
  'security.txt': security,
  'status.json': statusJson,
  'status/rss.xml': statusFeed,
}

const inLanguage: Readonly<Record<string, Text>> = {
  'llms.txt': llms,
  'blog/rss.xml': blogFeed,
  'status/rss.xml': statusFeed,
  'pricing/markets.json': markets,
  'update-words.json': updateWords,
  'search.json': searchAnswer,
  'search-words.json': searchWords,
  ...Object.fromEntries(
    products.map(({ name, class: of }) => [`products/${name}/live.json`, (call: TextCall) => liveRows(call, of)]),
  ),
  ...Object.fromEntries(docSlugs.map((slug) => [`docs/${slug}.md`, markdown(slug)])),
}

export const textPaths: readonly string[] = Object.keys(inLanguage)

export function textAt(url: URL): Text | null {
  const { pathname } = url
  const [, first, ...rest] = pathname.split('/')
  const [texts, path] = isLocale(first) ? [inLanguage, rest.join('/')] : [bare, pathname.slice(1).toLowerCase()]
  if (Object.hasOwn(texts, path)) return texts[path] ?? null
  if (texts === bare) return brandFileAt(url)
  return texts === inLanguage && /^products\/[^/]+\/live\.json$/.test(path) ? noRows : null
}

function namedIn({ pathname }: URL): Locale | null {
  const [, first] = pathname.split('/')
  return isLocale(first) ? first : null
}
