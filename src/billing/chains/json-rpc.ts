import { readAtMost } from '#src/platform/http/read-at-most.ts'
import { kindOfError, RpcFault } from './rpc-fault.ts'

export type RpcEndpoint = { url: string; headers: Record<string, string> }

/** One JSON-RPC call. Throws an RpcFault, or the abort reason after the calls were stopped. */
export type JsonRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The transport of a request to a node: the network, or the sandbox chain in this process. */
export type RpcTransport = (body: string) => Promise<{ status: number; body: string }>

const answerBytesMax = 32 * 1024 * 1024

export function httpTransport(
  endpoint: RpcEndpoint,
  timeoutMs = 10_000,
  bytesMax: number = answerBytesMax,
): RpcTransport {
  return async (body) => {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...endpoint.headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: (await readAtMost(response, bytesMax)).toString('utf8') }
  }
}

export function jsonRpc(transport: RpcTransport): JsonRpc {
  let id = 0
  return async (method, params) => {
    const requestId = ++id
    const answer = await reach(transport, JSON.stringify({ jsonrpc: '2.0', id: requestId, method, params }))
    if (answer.status === 429) throw new RpcFault('rate_limited', `${method}: HTTP 429`)
    const parsed = parseEnvelope(answer.body, requestId)
    if (!parsed) {
      const kind = answer.status === 403 ? 'refused' : 'not_json_rpc'
      throw new RpcFault(kind, `${method}: HTTP ${answer.status} without a JSON-RPC body`)
    }
    if (parsed.error) {
      const { code, message } = parsed.error
      throw new RpcFault(kindOfError(code, message), `${method}: ${message}`, code)
    }
    return parsed.result
  }
}

/** After `signal` is aborted, pending calls reject with its reason, and no new call begins. */
export function stoppable(call: JsonRpc, signal: AbortSignal): JsonRpc {
  return async (method, params) => {
    signal.throwIfAborted()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    return Promise.race([call(method, params), stopped]).finally(() => signal.removeEventListener('abort', stop))
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
    // The response is not JSON; the caller reports it as invalid.
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
