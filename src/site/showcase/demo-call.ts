import { demoKey } from '#src/contract/site.ts'
import { type SampleRequest, sampleUrl } from './samples.ts'

export type DemoAnswer = {
  status: number
  ms: number
  remaining: number | null
  limit: number | null
  body: unknown
}

/** Runs the sample with the public demo key, on the server or in a browser; null if the gateway did not respond. */
export async function callDemo(request: SampleRequest, signal?: AbortSignal): Promise<DemoAnswer | null> {
  const started = performance.now()
  try {
    const response = await fetch(sampleUrl(request), { headers: { token: demoKey }, signal: signal ?? null })
    const body: unknown = await response.json()
    const ms = performance.now() - started
    return {
      status: response.status,
      ms,
      body,
      remaining: limitOf(response, 'Remaining'),
      limit: limitOf(response, 'Limit'),
    }
  } catch {
    // Without a connection the demo shows that there is no response.
    return null
  }
}

function limitOf(response: Response, name: 'Limit' | 'Remaining'): number | null {
  const value = response.headers.get(`X-RateLimit-${name}`)
  return value === null ? null : Number(value)
}
