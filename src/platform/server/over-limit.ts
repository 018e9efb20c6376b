import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuse } from '#src/contract/errors.ts'
import { errorBody, requestLocale, sentHeaders } from '../http/envelope.ts'
import { sayFarewell } from './farewell.ts'

const retryAfter = 5

function answerTo(incoming: IncomingMessage): { headers: Record<string, string | number>; body: string } {
  const requestId = randomUUID()
  const refusal = refuse('too_many_connections', { retryAfter })
  const body = JSON.stringify(errorBody(refusal, requestLocale(sentHeaders(incoming), 'en-US'), requestId))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Request-Id, Retry-After',
    'retry-after': retryAfter,
    'x-request-id': requestId,
    connection: 'close',
  }
  return { headers, body }
}

export function refuseOverLimit(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { headers, body } = answerTo(incoming)
  outgoing.writeHead(429, headers).end(incoming.method === 'HEAD' ? undefined : body)
}

export function refuseOverLimitSocket(incoming: IncomingMessage, socket: Duplex): void {
  const { headers, body } = answerTo(incoming)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  sayFarewell(socket, `HTTP/1.1 429 Too Many Requests\r\n${lines.join('')}\r\n${body}`)
}
