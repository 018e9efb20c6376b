import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Attack } from './attacks.ts'
import { bareEndpoint, type Endpoint } from './routes.ts'

const harEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({ status: z.number(), content: z.object({ text: z.string().optional() }).optional() }),
})

export type HarEntry = z.infer<typeof harEntry>

const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

export function readHar(file: string): HarEntry[] {
  return z.object({ log: z.object({ entries: z.array(harEntry) }) }).parse(JSON.parse(readFileSync(file, 'utf8'))).log
    .entries
}

export function replayOf({ request }: HarEntry, origin: Endpoint['origin']): Attack {
  const [path = '/', query = ''] = request.url.replace(/^https?:\/\/[^/]+/, '').split(/\?(.*)/s)
  const headers = request.headers
    .map(({ name, value }) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !ofConnection.has(name))
  const text = request.postData?.text
  return {
    endpoint: bareEndpoint(origin, 'call', path, request.method),
    name: `?${query} ${text ?? ''}`.slice(0, 200),
    change: { query, headers, isAnonymous: true, ...(text ? { body: Buffer.from(text) } : {}) },
  }
}
