import { clientPackagesOf } from '#src/clients/kept-packages.ts'
import { packageNames } from '#src/clients/names.ts'
import { type Locale, locales } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { docEntries } from '../library/docs-shelf.server.ts'
import type { DocumentFacts } from '../library/expand.server.ts'
import { articlesOf } from '../library/library.server.ts'
import { docsWords } from '../tables/docs-words.server.ts'

/**
 * An index of the site for language models: one line for each page of the documentation, with a link to its Markdown,
 * and one line for each article.
 */
export function llmsText(locale: Locale, ctx: DocumentFacts): string {
  const { publicUrl, apiFreeUrl } = ctx.settings
  const t = docsWords(locale)
  const names = packageNames(clientPackagesOf(ctx).slug)
  const root = `${publicUrl}/${locale}`
  const entries = docEntries(ctx, locale)
  const sections = [...new Set(entries.map(({ section }) => section))].map((section) => {
    const lines = entries
      .filter((entry) => entry.section === section)
      .map(({ slug, title, description }) => `- [${title}](${root}/docs/${slug}.md): ${description}`)
    return `## ${t(`sections.${section}`)}\n\n${lines.join('\n')}`
  })
  const articles = articlesOf(ctx, locale).map(
    ({ slug, title, description }) => `- [${title}](${root}/blog/${slug}): ${description}`,
  )
  const others = locales.filter((other) => other !== locale).map((other) => `- ${publicUrl}/${other}/llms.txt`)
  return `# ${brandOf(ctx).name}

> ${t('meta.description')}

- OpenAPI: ${apiFreeUrl}/openapi.json
- AsyncAPI: ${apiFreeUrl}/asyncapi.json
- Postman: ${apiFreeUrl}/postman.json
- MCP: ${apiFreeUrl}/mcp (streamable HTTP, header token; stdio: ${names.mcp}), ${root}/docs/mcp.md
- SDK: ${names.typescript} (TypeScript), ${names.python} (Python), ${names.go} (Go), ${root}/docs/sdk.md

${sections.join('\n\n')}
${articles.length > 0 ? `\n## Blog\n\n${articles.join('\n')}\n` : ''}
## Optional

${others.join('\n')}
`
}
