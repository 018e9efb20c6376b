/** Documentation for customers in reading order, by section. Each page is a file `content/<locale>/docs/<slug>.md`. */
export const docSections = [
  {
    name: 'start',
    slugs: [
      'quick-start',
      'authentication',
      'limits',
      'errors',
      'symbols',
      'payments',
      'names',
      'security',
      'changelog',
    ],
  },
  {
    name: 'rest',
    slugs: [
      ...(['rest', 'rest/stock', 'rest/forex', 'rest/indices', 'rest/crypto', 'rest/future', 'rest/fund'] as const),
      'rest/market',
      'indicators',
    ],
  },
  { name: 'live', slugs: ['stream', 'playground', 'alerts', 'sdk', 'mcp', 'tradingview', 'recipes'] },
  {
    name: 'guides',
    slugs: [
      'guides/reading-a-gap-in-a-stream',
      'guides/what-final-means-on-a-bar',
      'guides/adjusting-aapl-across-its-splits',
      'guides/pacing-a-client-by-its-headers',
    ],
  },
  {
    name: 'switch',
    slugs: [
      'migrate/itick',
      'migrate/massive',
      'migrate/massive-clients',
      'migrate/alpaca-clients',
      'migrate/twelve-data',
      'migrate/alpha-vantage',
    ],
  },
] as const

export type DocSection = (typeof docSections)[number]['name']

export const docSlugs: readonly string[] = docSections.flatMap(({ slugs }) => [...slugs])
