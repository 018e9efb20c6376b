export type RpcEndpoint = { url: string; headers: Record<string, string> }

/** Why a node's answer cannot be used. Anything here is the node's fault: nothing is concluded from it and nothing changes. */
export type RpcFaultKind = 'unreachable' | 'refused' | 'not_json_rpc' | 'rpc_error' | 'nonsense'

export class RpcFault extends Error {
  readonly kind: RpcFaultKind
  /** The JSON-RPC error code, where the node gave one. */
  readonly code: number | null

  constructor(kind: RpcFaultKind, message: string, code: number | null = null) {
    super(message)
    this.name = 'RpcFault'
    this.kind = kind
    this.code = code
  }
}

/** One JSON-RPC question. Throws an RpcFault, never anything else. */
export type JsonRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** How a request reaches a node: the network, or the sandbox chain in this process. */
export type RpcTransport = (body: string) => Promise<{ status: number; body: string }>

const answerBytesMax = 32 * 1024 * 1024

export function httpTransport(endpoint: RpcEndpoint, timeoutMs = 10_000): RpcTransport {
  return async (body) => {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...endpoint.headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const length = Number(response.headers.get('content-length') ?? 0)
    if (length > answerBytesMax) throw new Error('the answer is too large')
    return { status: response.status, body: await response.text() }
  }
}

export function jsonRpc(transport: RpcTransport): JsonRpc {
  let id = 0
  return async (method, params) => {
    const asked = ++id
    const answer = await reach(transport, JSON.stringify({ jsonrpc: '2.0', id: asked, method, params }))
    const parsed = parseEnvelope(answer.body, asked)
    if (!parsed) {
      const kind = answer.status === 403 || answer.status === 429 ? 'refused' : 'not_json_rpc'
      throw new RpcFault(kind, `${method}: HTTP ${answer.status} without a JSON-RPC body`)
    }
    if (parsed.error) throw new RpcFault('rpc_error', `${method}: ${parsed.error.message}`, parsed.error.code)
    return parsed.result
  }
}

async function reach(transport: RpcTransport, body: string): Promise<{ status: number; body: string }> {
  try {
    return await transport(body)
  } catch (cause) {
    throw new RpcFault('unreachable', cause instanceof Error ? cause.message : 'no answer')
  }
}

function parseEnvelope(
  text: string,
  id: number,
): { result: unknown; error: { code: number; message: string } | null } | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== 'object' || body === null || !('jsonrpc' in body)) return null
  if ('error' in body && body.error) return { result: null, error: parseError(body.error) }
  if (!('result' in body) || !('id' in body) || body.id !== id) return null
  return { result: body.result, error: null }
}

function parseError(error: unknown): { code: number; message: string } {
  const fields = typeof error === 'object' && error !== null ? error : {}
  const code = 'code' in fields && typeof fields.code === 'number' ? fields.code : 0
  const message = 'message' in fields && typeof fields.message === 'string' ? fields.message : 'error'
  return { code, message: message.slice(0, 300) }
}
