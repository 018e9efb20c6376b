import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'

/** Paths that lead to the page at another path, such as a short name: `/stocks` → `/products/stocks`. */
export const aliases: Readonly<Record<string, string>> = {
  '/stocks': '/products/stocks',
  '/indices': '/products/indices',
  '/forex': '/products/forex',
  '/crypto': '/products/crypto',
  '/future': '/products/future',
  '/fund': '/products/fund',
  '/products': '/products/stocks',
  '/blogSingle': '/blog',
  '/clients': '/docs/sdk',
  ...Object.fromEntries(
    docSlugs
      .filter((slug) => slug.startsWith('guides/'))
      .map((slug) => [slug.replace('guides', '/blog'), `/docs/${slug}`]),
  ),
}

export function unaliased(path: string): string {
  const known = Object.keys(aliases).find((alias) => alias.toLowerCase() === path.toLowerCase())
  return known ? (aliases[known] ?? path) : path
}
