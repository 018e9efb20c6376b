import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

type Asked = { headers: Record<string, string>; withinMs: number }

/** Resolves with the status once the whole answer is there. `fetch` would replace the `host` header. */
export function askPage(address: string, { headers, withinMs }: Asked): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const url = new URL(address)
  const ask = url.protocol === 'https:' ? secureRequest : plainRequest
  const signal = AbortSignal.timeout(withinMs)
  // The certificate is that of the name that customers ask for.
  const servername = headers.host?.replace(/:\d+$/, '')
  const asking = ask(url, { headers, signal, servername, agent: false }, (response) => {
    response.on('error', reject)
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.resume()
  })
  asking.on('error', reject)
  asking.end()
  return promise
}
