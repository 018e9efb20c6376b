import { useMatches } from 'react-router'
import { useLocale } from 'use-intl'
import { shareImageSize } from '#src/contract/site.ts'
import type { Head } from './head.server.ts'

function useHead(): Head | null {
  const data: unknown = useMatches().at(-1)?.loaderData
  return typeof data === 'object' && data !== null && 'head' in data ? (data.head as Head) : null
}

/** React lifts these into `<head>`. */
export function HeadTags() {
  const head = useHead()
  const locale = useLocale()
  if (!head) return null
  return (
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <meta name="keywords" content={head.keywords} />
      {head.indexed ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={head.canonical} />
      {head.indexed &&
        head.alternates.map(({ lang, href }) => <link key={lang} rel="alternate" hrefLang={lang} href={href} />)}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={head.canonical} />
      <meta property="og:type" content={head.type} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      <meta property="og:image" content={head.image} />
      <meta property="og:image:width" content={String(shareImageSize.width)} />
      <meta property="og:image:height" content={String(shareImageSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      {head.jsonLd.map((item, position) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on a page
          key={position}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data for machines, with every < escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
