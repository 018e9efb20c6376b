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
