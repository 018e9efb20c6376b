import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A request of a vendor's client. `fields`: the paths of the fields in the body of the response. A list has the paths
 * of its first row.
 */
export type RecordedRequest = { client: string; path: string; fields: string[] }

export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length > 0 ? fieldsOf(value[0], `${path}[]`) : []
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value)
    .flatMap(([name, inner]) => fieldsOf(inner, path === '' ? name : `${path}.${name}`))
    .sort()
}

/** Forwards a client's requests to the gateway and records each of them. */
export async function recording(client: string, target: string) {
  const requests: RecordedRequest[] = []
  const server = createServer(async ({ url = '', headers }, outgoing) => {
    const { authorization = '', 'apca-api-secret-key': secret = '' } = headers
    const own = authorization ? { authorization } : { 'APCA-API-SECRET-KEY': String(secret) }
    const got = await fetch(target + url, { headers: own })
    const text = (await got.text()).replaceAll(target, origin)
    // Later pages are not recorded, because the cursor in their path depends on the time.
    if (got.status === 200 && !/[?&](cursor|page_token)=/.test(url))
      requests.push({ client, path: url, fields: fieldsOf(JSON.parse(text)) })
    outgoing.writeHead(got.status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, requests, [Symbol.dispose]: () => void server.close() }
}
