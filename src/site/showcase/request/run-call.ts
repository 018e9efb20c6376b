import { prettyAnswer } from '../samples.ts'
import type { ApiRequest } from './request-lines.ts'

/** The result of a request. `text` is formatted for reading; null for a binary file. */
export type CallAnswer = {
  status: number
  ms: number
  bytes: number
  remaining: string | null
  limit: string | null
  text: string | null
}

/** The maximum number of shown characters. A response may have 5,000 bars, too many for a card. */
const shownMax = 20_000

/** Sends the request from the reader's browser; null if there was no response. */
export async function runCall({ apiUrl, path, query, key }: ApiRequest): Promise<CallAnswer | null> {
  const started = performance.now()
  try {
    const response = await fetch(`${apiUrl}${path}?${new URLSearchParams(query)}`, { headers: { token: key } })
    const body = await response.arrayBuffer()
    const ms = performance.now() - started
    const { headers, status } = response
    return {
      status,
      ms,
      bytes: body.byteLength,
      remaining: headers.get('X-RateLimit-Remaining'),
      limit: headers.get('X-RateLimit-Limit'),
      text: textOf(headers.get('Content-Type') ?? '', body),
    }
  } catch {
    // Without a connection the card shows the failure.
    return null
  }
}

function textOf(type: string, body: ArrayBuffer): string | null {
  if (!/json|csv|text/.test(type)) return null
  const text = new TextDecoder().decode(body)
  const shown = /^application\/json/.test(type) ? prettyAnswer(JSON.parse(text)) : text
  return shown.length > shownMax ? `${shown.slice(0, shownMax)}…` : shown
}
