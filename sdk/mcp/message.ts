/** The fields of a JSON-RPC message that the relay reads. */
export type Message = {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
}

/** JSON-RPC error codes. `parseError`: the line is not a message. `relayError`: the gateway did not respond. */
export const parseError = -32_700
export const relayError = -32_000

export function failure(id: Message['id'] | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** Headers in which the protocol repeats fields of a message, so that balancers need not read the body. */
export function headersOf({ method, params = {} }: Message, handshake: string | null): Record<string, string> {
  const meta: unknown = params._meta
  const named = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>)[versionKey] : undefined
  const version = typeof named === 'string' ? named : handshake
  const target = [params.name, params.uri].find((value) => typeof value === 'string')
  return {
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
    ...(typeof named === 'string' && method ? { 'mcp-method': method } : {}),
    ...(typeof named === 'string' && typeof target === 'string' ? { 'mcp-name': headerText(target) } : {}),
  }
}

/**
 * Wraps a value in base64, as the protocol prescribes, unless it is printable ASCII without spaces at its ends. Text
 * that looks like a wrapped value is wrapped, too.
 */
function headerText(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')) return text
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

/** The messages of a response, which is JSON or an event stream that ends; null for a text that is no JSON. */
export async function* messagesOf(response: Response): AsyncGenerator<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text !== '') yield jsonIn(text)
    return
  }
  let buffered = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    buffered += decoder.decode(chunk, { stream: true })
    const events = buffered.split(/\r?\n\r?\n/)
    buffered = events.pop() ?? ''
    for (const event of events) {
      const data = dataOf(event)
      if (data !== '') yield jsonIn(data)
    }
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy answered; the status says more than its page.
    return null
  }
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
}
