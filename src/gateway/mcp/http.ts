import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import { bodyBytesMax, bodyTooLarge } from '#src/platform/http/request-body.ts'
import type { Settings } from '#src/platform/settings.ts'
import { tools } from './tools.ts'

/**
 * Refuses requests from pages of other sites, which could otherwise reach a private gateway. Allows our own pages and
 * loopback.
 */
export function originRefusal(settings: Settings, { headers }: IncomingMessage): Refusal | null {
  const { origin } = headers
  if (origin === undefined) return null
  const known = [settings.publicUrl, settings.apiUrl, settings.apiFreeUrl].map((address) => new URL(address).origin)
  return known.includes(origin) || isLoopback(origin) ? null : refuse('cross_site_refused')
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return /^https?:$/.test(protocol) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Call only after `originRefusal` allowed the origin. */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return origin === undefined
    ? {}
    : {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'X-Request-Id, Retry-After',
        vary: 'origin',
      }
}

export function answerPreflight(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(204, {
    ...corsHeaders(incoming),
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers':
      'token, authorization, lang, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
    'access-control-max-age': '86400',
  })
  outgoing.end()
}

/**
 * `text`: the unparsed body. `body`: its JSON; undefined if the text is not JSON. Then the protocol library responds.
 */
export type Message = { text: string; body: unknown }

export async function readMessage(incoming: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > bodyBytesMax) throw bodyTooLarge()
    chunks.push(bytes)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The protocol library responds to a body that is not JSON.
    return undefined
  }
}

/** Whether the message calls one of our tools. Such a call counts against the key's own limit. */
export function isToolCall({ body }: Message): boolean {
  if (!isRecord(body) || body.method !== 'tools/call' || !isRecord(body.params)) return false
  const { name, arguments: given = {} } = body.params
  return typeof name === 'string' && tools.has(name) && isRecord(given)
}

/** The protocol dropped batches with its revision 2025-06-18. */
export function batchRefusal(): Response {
  const message = 'Invalid Request: JSON-RPC batches are not accepted. Send one message in each request.'
  return Response.json({ jsonrpc: '2.0', error: { code: -32600, message }, id: null }, { status: 400 })
}

/** A `Request` of the protocol library with `text` as its body. The request is aborted when the client disconnects. */
export function toRequest(root: string, incoming: IncomingMessage, outgoing: ServerResponse, text: string): Request {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string' && !secretHeaders.has(name)) headers.set(name, value)
  return new Request(new URL('/mcp', root), { method: 'POST', headers, body: text, signal: left.signal })
}

const secretHeaders = new Set(['token', 'authorization', 'cookie', 'content-length', 'connection', 'transfer-encoding'])

/** Streams the library's response to the client. Returns its length in bytes. */
export async function relay(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
): Promise<number> {
  const headers = { ...Object.fromEntries(response.headers), ...corsHeaders(incoming) }
  delete headers.connection
  outgoing.writeHead(response.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'x-request-id': requestId,
  })
  let bytes = 0
  if (response.body)
    for await (const chunk of response.body) {
      bytes += chunk.byteLength
      if (!outgoing.write(chunk)) await drained(outgoing)
    }
  outgoing.end()
  return bytes
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    outgoing.on('drain', done).on('close', done)
  })
}
