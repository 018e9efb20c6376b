/** Pages with their own share image (`src/site/brand/cards.server.ts`). Other pages use the home page's image. */
const drawn = /^\/(pricing|contact|coverage|chart|docs|blog|faq|status|privacy|terms|(products|docs)\/[\w/-]+)$/

/** `/products/forex` → `products/forex`; a page without an image → `home`. */
export function shareImageName(path: string): string {
  if (path === '/docs/search') return 'docs'
  return drawn.test(path) ? path.slice(1) : 'home'
}
