/** Pages that have a share image of their own, made by `tools/share-images.ts`; all others show that of the home page. */
const drawn = /^\/(pricing|contact|chart|docs|blog|faq|privacy|terms|(products|docs|blog)\/[\w/-]+)$/

/** `/products/forex` → `products/forex`, anything that was not drawn → `home`. */
export function shareImageName(path: string): string {
  if (path === '/docs/search') return 'docs'
  return drawn.test(path) ? path.slice(1) : 'home'
}
