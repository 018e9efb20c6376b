import { useMatches } from 'react-router'
import { useLocale } from 'use-intl'
import { locales } from '#src/contract/locale.ts'
import { shareImageSize } from '#src/contract/site.ts'
import { useSite } from '../context/site-context.ts'
import { Part } from '../parts/part.tsx'
import type { Head } from './head.server.tsx'
import { useHeadTexts } from './head-texts.ts'

function useHead(): Head | null {
  const data: unknown = useMatches().at(-1)?.loaderData
  return typeof data === 'object' && data !== null && 'head' in data ? (data.head as Head) : null
}

/** React moves these tags into `<head>`; the structured data for search engines stays in the body. */
export function HeadTags() {
  const head = useHead()
  const locale = useLocale()
  const { publicUrl, version } = useSite()
  const { title, description, keywords } = useHeadTexts(head?.texts ?? { id: '' })
  if (!head) return null
  const { path, isHidden = false, languages = locales } = head
  const canonical = `${publicUrl}/${locale}${path}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      {isHidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonical} />
      {!isHidden &&
        languages.map((language) => (
          <link key={language} rel="alternate" hrefLang={language} href={`${publicUrl}/${language}${path}`} />
        ))}
      {!isHidden && <link rel="alternate" hrefLang="x-default" href={`${publicUrl}${path || '/'}`} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:type" content={head.isArticle ? 'article' : 'website'} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      <meta property="og:image" content={`${publicUrl}/images/share/${locale}/${head.share}.png?v=${version}`} />
      <meta property="og:image:width" content={String(shareImageSize.width)} />
      <meta property="og:image:height" content={String(shareImageSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      <Part part={head.jsonLd} />
    </>
  )
}
