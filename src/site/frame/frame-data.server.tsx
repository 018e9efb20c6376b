import type { RouterContextProvider } from 'react-router'
import { signedInCookie } from '#src/contract/site.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import { inLocale, openTo } from '../announcements/open-to.server.ts'
import { shellOf } from '../browser/shell.ts'
import { announcementsContext, framedContext, localeContext, platformContext } from '../context/context.ts'
import { siteOf } from '../context/site.server.ts'
import { scriptedWords, wordsOf } from '../context/words.server.ts'
import { keptPart, textPart } from '../parts/parts.server.tsx'
import { contactChannels } from './footer/contact-channels.server.tsx'
import { footerParts } from './footer/footer-parts.server.tsx'
import { BrandLink } from './header/brand-link.server.tsx'
import { ProductLinks } from './header/product-links.server.tsx'

/**
 * Texts of the frame that scripts of public pages use. A page names further texts in `scripted`; static parts contain
 * their own texts.
 */
const frameWords = [
  ...['skip', 'sandbox', 'search', 'account', 'language', 'theme', 'dialog'],
  ...[
    'label',
    'home',
    'products',
    'productMenu',
    'pricing',
    'chart',
    'docs',
    'blog',
    'contact',
    'dashboard',
    'menu',
  ].map((name) => `nav.${name}`),
  ...['contact.label', 'contact.top', 'footer.newTab'],
].map((name) => `frame.${name}`)
const errorWords = ['error', 'notfound'].flatMap((page) =>
  ['title', 'description', 'home'].map((name) => `${page}.${name}`),
)

/**
 * Whether a cookie says that the reader is signed in. This is only a hint: pages show no private data because of it.
 */
export function hasSessionHint({ headers }: { headers: { get(name: string): string | null } }): boolean {
  return readCookie(headers.get('cookie') ?? '', signedInCookie) !== null
}

/**
 * Texts, settings and static parts of the frame. They are the same for all readers of a page in a language, except for
 * announcements that the reader has closed, the session hint, and pages in a frame of the console.
 */
export function frameData(context: Readonly<RouterContextProvider>, request: Request) {
  const locale = context.get(localeContext)
  const site = siteOf(context)
  const framed = context.get(framedContext)
  const announcements = openTo(request, context.get(announcementsContext).ofStrangers())
  const shell = shellOf(new URL(request.url).pathname)
  const isPublic = ['public', 'none'].includes(shell)
  const words = wordsOf(context.get(platformContext), locale, ['frame', 'notfound', 'error'])
  const scripted = [
    ...frameWords,
    ...errorWords,
    ...['error.retry', 'notfound.path', 'notfound.docs', 'notfound.chart'],
    ...(announcements.length > 0 ? ['frame.announcement'] : []),
    ...(site.analytics.scriptUrl === null ? [] : ['frame.consent']),
  ]
  return {
    locale,
    words: isPublic ? scriptedWords(words, scripted) : words,
    ...(announcements.length > 0 && {
      toEverybody: announcements.map((one) => inLocale(one, locale)),
    }),
    ...(framed && { theme: framed.theme }),
    isMember: !framed?.isBare && hasSessionHint(request),
    site,
    errorHead: textPart(context, 'error-head', JSON.stringify(words.error.meta)),
    notFoundHead: textPart(context, 'not-found-head', JSON.stringify(words.notfound.meta)),
    footer: footerParts(context),
    channels: contactChannels(context),
    brand:
      shell === 'operator'
        ? keptPart(context, 'console-brand', <BrandLink to="/operator" />)
        : keptPart(context, 'brand', <BrandLink to="/" />),
    products: keptPart(context, 'products', <ProductLinks described />),
    mobileProducts: keptPart(context, 'mobile-products', <ProductLinks />),
  }
}

export type FrameData = ReturnType<typeof frameData>
