/** Pages that exist: header and footer show only these. Add a path here together with its page. */
export const builtPages: ReadonlySet<string> = new Set<string>([
  '/',
  '/chart',
  '/pricing',
  '/products/stocks',
  '/products/indices',
  '/products/forex',
  '/products/crypto',
  '/products/future',
  '/products/fund',
  '/payment',
  '/contact',
  '/docs',
  '/docs/quick-start',
  '/docs/rest',
  '/docs/stream',
  '/docs/errors',
  '/docs/changelog',
  '/blog',
  '/faq',
  '/privacy',
  '/terms',
  '/login',
  '/dashboard',
  '/dashboard/usage',
  '/dashboard/security',
  '/dashboard/preferences',
])

export function isBuilt(path: string): boolean {
  return builtPages.has(path.split(/[?#]/)[0] ?? path)
}

export const productPages = [
  { name: 'stocks', path: '/products/stocks' },
  { name: 'indices', path: '/products/indices' },
  { name: 'forex', path: '/products/forex' },
  { name: 'crypto', path: '/products/crypto' },
  { name: 'future', path: '/products/future' },
  { name: 'fund', path: '/products/fund' },
] as const

export const mainPages = [
  { name: 'home', path: '/' },
  { name: 'pricing', path: '/pricing' },
  { name: 'chart', path: '/chart' },
  { name: 'docs', path: '/docs' },
  { name: 'blog', path: '/blog' },
  { name: 'contact', path: '/contact' },
] as const
