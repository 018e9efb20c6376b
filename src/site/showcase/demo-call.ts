import type { Locale } from '#src/contract/locale.ts'
import { demoKey } from '#src/contract/site.ts'
import { type SampleRequest, sampleUrl } from './samples.ts'

export type DemoAnswer = {
  status: number
  ms: number
  remaining: number | null
  limit: number | null
  body: unknown
}

/** `locale`: the language of a refusal's message; without it that of the browser. */
type DemoOptions = { signal?: AbortSignal; locale?: Locale | undefined }

/** Runs the sample with the public demo key, on the server or in a browser; null if the gateway did not answer. */
export async function callDemo(
  request: SampleRequest,
  { signal, locale }: DemoOptions = {},
): Promise<DemoAnswer | null> {
  const started = performance.now()
  try {
    const headers = { token: demoKey, ...(locale && { lang: locale }) }
    const response = await fetch(sampleUrl(request), { headers, signal: signal ?? null })
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
    // Without a connection the demo shows that it has no answer.
    return null
  }
}

function limitOf(response: Response, name: 'Limit' | 'Remaining'): number | null {
  const value = response.headers.get(`X-RateLimit-${name}`)
  return value === null ? null : Number(value)
}
