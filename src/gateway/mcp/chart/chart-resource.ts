import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#src/platform/installation/project-root.ts'

/** The address of the chart of `kline`, for clients that show MCP Apps. */
export const chartAddress = 'ui://market-data/chart.html'
export const chartType = 'text/html;profile=mcp-app'

/** A page without other files, because it may run without network access. */
export const chartPage = readFileSync(join(projectRoot, 'src/gateway/mcp/chart/chart.html'), 'utf8')

/** The field of a `kline` result with the response of REST, from which the page draws. */
export const chartAnswer = 'market-data/bars'
