import { type Locale, locales } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { breadcrumbs, type Crumb } from './breadcrumbs.server.ts'
import { shareImageName } from './share-image.ts'

export type Head = {
  title: string
  description: string
  keywords: string
  canonical: string
  type: 'website' | 'article'
  alternates: { lang: string; href: string }[]
  image: string
  indexed: boolean
  jsonLd: object[]
}

/** Head data of a page; the rest follows from its words and its address. */
export type HeadInput = {
  title?: string
  description?: string
  keywords?: string
  type?: 'article'
  /** The page's own name where its title says more, for the way to it. */
  name?: string
  /** Pages between the home page and this one. */
  above?: readonly Crumb[]
  indexed?: boolean
  jsonLd?: object[]
  /** Languages in which this page exists; all by default. */
  languages?: readonly Locale[]
  /** The page whose share image stands for it; its own by default. */
  share?: string
}

type PageAddress = { ctx: Platform; locale: Locale; url: URL }

/** `/en-US/pricing` → `/pricing`; the home page is ''. */
export function pathInLanguage(pathname: string): string {
  const [, first = '', ...rest] = pathname.split('/')
  const path = locales.some((locale) => locale === first) ? rest.join('/') : [first, ...rest].join('/')
  return path === '' ? '' : `/${path.replace(/\/+$/, '')}`
}

export function headOf({ ctx, locale, url }: PageAddress, words: object, input: HeadInput = {}): Head {
  const { publicUrl, brandName: name } = ctx.settings
  const meta = 'meta' in words ? (words.meta as { title?: string; description?: string; keywords?: string }) : {}
  const path = pathInLanguage(url.pathname)
  const address = (language: Locale) => `${publicUrl}/${language}${path}`
  const title = input.title ?? meta.title ?? name
  const way = breadcrumbs(`${publicUrl}/${locale}`, [
    { name, path: '' },
    ...(input.above ?? []),
    { name: input.name ?? title, path },
  ])
  return {
    title: title.includes(name) ? title : `${title} · ${name}`,
    description: input.description ?? meta.description ?? '',
    keywords: input.keywords ?? meta.keywords ?? '',
    type: input.type ?? 'website',
    canonical: address(locale),
    alternates: [
      ...(input.languages ?? locales).map((language) => ({ lang: language, href: address(language) })),
      { lang: 'x-default', href: `${publicUrl}${path || '/'}` },
    ],
    image: `${publicUrl}/images/share/${locale}/${shareImageName(input.share ?? path)}.png`,
    indexed: input.indexed ?? true,
    jsonLd: path === '' || input.indexed === false ? (input.jsonLd ?? []) : [...(input.jsonLd ?? []), way],
  }
}
