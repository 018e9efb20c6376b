/** Documentation pages in reading order, by section. Each page is a file `content/<locale>/docs/<slug>.md`. */
export const docSections = [
  {
    name: 'start',
    slugs: ['quick-start', 'authentication', 'limits', 'errors', 'symbols', 'paying', 'security', 'changelog'],
  },
  {
    name: 'rest',
    slugs: [
      ...(['rest', 'rest/stock', 'rest/forex', 'rest/indices', 'rest/crypto', 'rest/future', 'rest/fund'] as const),
      'rest/market',
      'indicators',
    ],
  },
  { name: 'live', slugs: ['stream', 'playground', 'alerts', 'sdk', 'mcp', 'tradingview'] },
  { name: 'switch', slugs: ['migrate/itick', 'migrate/massive', 'migrate/twelve-data', 'migrate/alpha-vantage'] },
  {
    name: 'operate',
    slugs: [
      'settings',
      'operation',
      'backup',
      'monitoring',
      'runbook',
      'scale',
      'performance',
      'market-data',
      'sources',
      'push',
      'payments',
    ],
  },
] as const

export type DocSection = (typeof docSections)[number]['name']

export const docSlugs: readonly string[] = docSections.flatMap(({ slugs }) => [...slugs])

const operatorSlugs: readonly string[] = docSections.find(({ name }) => name === 'operate')?.slugs ?? []

/** Whether a page is for the people who run an installation, not for its customers. */
export function isForOperators(slug: string): boolean {
  return operatorSlugs.includes(slug)
}

/** The articles. Each is a file `content/<locale>/blog/<slug>.md`. */
export const articleSlugs: readonly string[] = [
  'adjusting-aapl-across-its-splits',
  'pacing-a-client-by-its-headers',
  'reading-a-gap-in-a-stream',
  'what-final-means-on-a-bar',
]
