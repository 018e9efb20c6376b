import { readFileSync } from 'node:fs'

/** Where the chart of `kline` is, for clients that show MCP Apps. */
export const chartAddress = 'ui://market-data/chart.html'
export const chartType = 'text/html;profile=mcp-app'

/** One page without any other file: it may run where no network is. */
export const chartPage = readFileSync(new URL('./chart.html', import.meta.url), 'utf8')
