import type { RouterContextProvider } from 'react-router'
import { type Locale, locales } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { ServerPart } from '../parts/part.tsx'
import { renderPart, textPart } from '../parts/parts.server.tsx'
import { breadcrumbs, type Crumb } from './breadcrumbs.server.ts'
import type { HeadTexts } from './head-texts.ts'
import { shareImageName } from './share-image.ts'

/** The data of the tags in a page's head (`head-tags.tsx`). Paths are relative to the language. */
export type Head = {
  /**
   * Title, description and keywords as JSON. In the browser, the texts of the loaded document are read from its head.
   */
  texts: ServerPart
  path: string
  /** The name of the page's share image. */
  share: string
  isArticle?: true
  /** Whether search engines must leave the page out. */
  isHidden?: true
  /** Languages in which the page exists; absent: all. */
  languages?: readonly Locale[]
  jsonLd?: ServerPart
}

/** A loader's data for the head of its page. The rest of the head follows from the page's texts and address. */
export type HeadInput = {
  title?: string
  description?: string
  keywords?: string
  type?: 'article'
  /** The page's short name in the breadcrumbs, if its title is longer. */
  name?: string
  /** Pages between the home page and this page. */
  above?: readonly Crumb[]
  indexed?: boolean
  jsonLd?: object[]
  /** Languages in which this page exists; all by default. */
  languages?: readonly Locale[]
  /** The page whose share image is used; the page itself by default. */
  share?: string
}

type PageAddress = { ctx: Platform; locale: Locale; url: URL; context: Readonly<RouterContextProvider> }

/** `/en-US/pricing` → `/pricing`; the home page is ''. */
export function pathInLanguage(pathname: string): string {
  const [, first = '', ...rest] = pathname.split('/')
  const path = locales.some((locale) => locale === first) ? rest.join('/') : [first, ...rest].join('/')
  return path === '' ? '' : `/${path.replace(/\/+$/, '')}`
}

export function headOf({ ctx, locale, url, context }: PageAddress, words: object, input: HeadInput = {}): Head {
  const { publicUrl } = ctx.settings
  const { name } = brandOf(ctx)
  const meta = 'meta' in words ? (words.meta as { title?: string; description?: string; keywords?: string }) : {}
  const path = pathInLanguage(url.pathname)
  const title = input.title ?? meta.title ?? name
  const isIndexed = input.indexed ?? true
  const way = breadcrumbs(`${publicUrl}/${locale}`, [
    { name, path: '' },
    ...(input.above ?? []),
    { name: input.name ?? title, path },
  ])
  const jsonLd = [...(input.jsonLd ?? []), ...(path === '' || !isIndexed ? [] : [way])]
  const texts: HeadTexts = {
    title: title.includes(name) ? title : `${title} · ${name}`,
    description: input.description ?? meta.description ?? '',
    keywords: input.keywords ?? meta.keywords ?? '',
  }
  return {
    texts: textPart(context, 'head', JSON.stringify(texts)),
    path,
    share: shareImageName(input.share ?? path),
    ...(input.type === 'article' && { isArticle: true }),
    ...(!isIndexed && { isHidden: true }),
    ...(input.languages && { languages: input.languages }),
    ...(jsonLd.length > 0 && { jsonLd: renderPart(context, 'json-ld', <JsonLd items={jsonLd} />) }),
  }
}

function JsonLd({ items }: { items: readonly object[] }) {
  return items.map((item, position) => (
    <script
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
      key={position}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: data for machines, with every < escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll('<', '\\u003c') }}
    />
  ))
}
