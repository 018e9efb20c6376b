const notfound = {
  meta: {
    title: 'Page Not Found',
    description: 'There is no page at this address of the market-data site.',
    keywords: 'page not found, market data API, documentation',
  },
  title: 'Page Not Found',
  path: 'Page Not Found: {path}',
  description: 'There is nothing at this address. It may have moved, or the address has a slip in it.',
  home: 'Go to the home page',
  docs: 'Search the docs',
  chart: 'Open the chart',
} as const

export default notfound
