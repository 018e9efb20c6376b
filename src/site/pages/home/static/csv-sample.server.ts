import { demoKey } from '#src/contract/site.ts'
import type { PageCall } from '../../../page/page.server.ts'
import { figuresKeptMs } from '../../../showcase/showcase.server.ts'

const patienceMs = 1_500

export const csvPath = '/stock/kline?region=US&code=AAPL\n  &interval=1d&limit=2&format=csv'

/** The gateway's real response to `csvPath`; null if there is none. */
export function csvSample({ ctx, share }: PageCall): Promise<string | null> {
  return share('demo csv', () => readCsv(ctx.settings.apiFreeUrl), figuresKeptMs)
}

async function readCsv(apiUrl: string): Promise<string | null> {
  try {
    const response = await fetch(apiUrl + csvPath.replace(/\s+/, ''), {
      headers: { token: demoKey },
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = (await response.text()).trim()
    return response.ok && text.includes('\n') ? text : null
  } catch {
    // If there is no response, the page shows only the request.
    return null
  }
}
