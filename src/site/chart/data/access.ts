import { SourceError } from './market-source.ts'

/** The literal demo key of the wire: seven instruments, open to everyone. */
export const demoKey = 'tw_demo_public'

export type Credentials = { token: string; apiUrl: string }

type SearchToken = Credentials & { expiresAt: number }

const renewBeforeMs = 30_000

/**
 * Who reads data: a visitor with the demo key, an account with a search token of at most five minutes that is renewed half
 * a minute before it ends. Requests that come together share one renewal.
 */
export function createAccess(
  apiUrl: string,
  signedIn: boolean,
  lang: string,
  now: () => number = Date.now,
): { credentials(): Promise<Credentials>; forget(): void } {
  let held: SearchToken | null = null
  let asking: Promise<SearchToken> | null = null
  return {
    async credentials() {
      if (!signedIn) return { token: demoKey, apiUrl }
      if (held && now() < held.expiresAt - renewBeforeMs) return held
      asking ??= searchToken(lang).finally(() => {
        asking = null
      })
      held = await asking
      return held
    },
    forget() {
      held = null
    },
  }
}

async function searchToken(lang: string): Promise<SearchToken> {
  const response = await fetch('/api/search-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', lang },
    body: '{}',
  })
  return readEnvelope<SearchToken>(response)
}

/** The `data` of an envelope, or what was refused, as an error with the server's words. */
export async function readEnvelope<T>(response: Response): Promise<T> {
  const answer = await wholeEnvelope<T>(response)
  return answer.data
}

export type Answer<T> = { data: T; [beside: string]: unknown }

export async function wholeEnvelope<T>(response: Response): Promise<Answer<T>> {
  const body: unknown = await response.json().catch(() => null)
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (response.ok && fields.code === 0) return fields as Answer<T>
  const wait = Number(response.headers.get('Retry-After'))
  throw new SourceError(
    response.status,
    typeof fields.error === 'string' ? fields.error : 'server_busy',
    typeof fields.msg === 'string' ? fields.msg : response.statusText,
    Number.isFinite(wait) && wait > 0 ? wait : null,
  )
}
