import { type Locale, locales } from '#src/contract/locale.ts'
import type { Settings } from '#src/platform/settings.ts'
import { docEntries } from '../library/docs-shelf.server.ts'
import { articlesOf } from '../library/library.server.ts'
import { docsWords } from '../tables/docs-words.server.ts'

/** An index of the site for language models: one line a page, each with a link to its Markdown. */
export function llmsText(locale: Locale, { publicUrl, brandName, apiFreeUrl }: Settings): string {
  const t = docsWords(locale)
  const root = `${publicUrl}/${locale}`
  const entries = docEntries(locale)
  const sections = [...new Set(entries.map(({ section }) => section))].map((section) => {
    const lines = entries
      .filter((entry) => entry.section === section)
      .map(({ slug, title, description }) => `- [${title}](${root}/docs/${slug}.md): ${description}`)
    return `## ${t(`sections.${section}`)}\n\n${lines.join('\n')}`
  })
  const articles = articlesOf(locale).map(
    ({ slug, title, description }) => `- [${title}](${root}/blog/${slug}.md): ${description}`,
  )
  const others = locales.filter((other) => other !== locale).map((other) => `- ${publicUrl}/${other}/llms.txt`)
  return `# ${brandName}

> ${t('meta.description')}

- OpenAPI: ${apiFreeUrl}/openapi.json
- AsyncAPI: ${apiFreeUrl}/asyncapi.json

${sections.join('\n\n')}

## Blog

${articles.join('\n')}

## Optional

${others.join('\n')}
`
}
