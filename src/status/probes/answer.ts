import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { probeAgent } from '#src/contract/status/status.ts'

type ProbeOptions = { headers: Record<string, string>; withinMs: number }

/**
 * Returns the status once the whole response has arrived. `fetch` is not used, because it would replace the `host`
 * header.
 */
export function probePage(address: string, { headers, withinMs }: ProbeOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const url = new URL(address)
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const signal = AbortSignal.timeout(withinMs)
  // The certificate must be for the host name that customers use.
  const servername = headers.host?.replace(/:\d+$/, '')
  const request = send(
    url,
    { headers: { 'user-agent': probeAgent, ...headers }, signal, servername, agent: false },
    (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    },
  )
  request.on('error', reject)
  request.end()
  return promise
}
