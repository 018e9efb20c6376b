import { readFileSync } from 'node:fs'

/** The address of the chart of `kline`, for clients that show MCP Apps. */
export const chartAddress = 'ui://market-data/chart.html'
export const chartType = 'text/html;profile=mcp-app'

/** A page without other files, because it may run without network access. */
export const chartPage = readFileSync(new URL('./chart.html', import.meta.url), 'utf8')

/** The field in a result of `kline` with REST's answer, from which the page draws. */
export const chartAnswer = 'market-data/bars'
