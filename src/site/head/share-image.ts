/** Pages with their own share image, drawn by the build (`tools/share-images/cards.ts`); all others show that of the home page. */
const drawn = /^\/(pricing|contact|coverage|chart|docs|blog|faq|status|privacy|terms|(products|docs|blog)\/[\w/-]+)$/

/** `/products/forex` → `products/forex`, anything that was not drawn → `home`. */
export function shareImageName(path: string): string {
  if (path === '/docs/search') return 'docs'
  return drawn.test(path) ? path.slice(1) : 'home'
}
