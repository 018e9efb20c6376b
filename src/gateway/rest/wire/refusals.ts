import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCatalogue, isFault, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { storeFailure } from '#src/platform/engines/store-failure.ts'
import { errorBody } from '#src/platform/http/envelope.ts'
import type { Platform } from '#src/platform/platform.ts'
import { localeOf } from './incoming.ts'
import { send } from './respond.ts'

export function refusalOf(ctx: Platform, error: unknown, request: { requestId: string; path: string }): Refusal {
  if (isRefusal(error)) return error
  const named = storeFailure(error)
  if (named) {
    if (isFault(named)) ctx.log.warn('a store did not answer', { ...request, cause: error })
    return named
  }
  ctx.log.error('data request failed', { ...request, cause: error })
  return refuse('server_error')
}

export function sendRefusal(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: Refusal,
  headers: Record<string, string | number>,
  requestId: string,
): number {
  const { retryAfter } = refusal.detail
  Object.assign(headers, refusal.detail.headers)
  if (retryAfter !== undefined) headers['retry-after'] = Math.max(1, Math.ceil(retryAfter))
  const text = JSON.stringify(errorBody(refusal, localeOf(incoming), requestId))
  const body = { text, contentType: 'application/json; charset=utf-8' }
  return send(outgoing, errorCatalogue[refusal.error].status, body, headers, undefined, incoming.method === 'HEAD')
}
