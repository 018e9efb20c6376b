import { createHmac } from 'node:crypto'

/**
 * The headers of a Standard Webhook: for each secret `v1,` and the base64 of HMAC-SHA256 over id, timestamp and body,
 * joined by dots. A space separates two signatures. A secret is `whsec_` and base64. `at` in ms.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const timestamp = Math.floor(at / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'webhook/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
