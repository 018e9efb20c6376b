import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

export function preflight(outgoing: ServerResponse, headers: Record<string, string | number>): void {
  const all: OutgoingHttpHeaders = {
    ...headers,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'token, authorization, lang, if-none-match, accept',
    'access-control-max-age': '86400',
  }
  outgoing.writeHead(204, all)
  outgoing.end()
}

export function notModified(outgoing: ServerResponse, headers: Record<string, string | number>): void {
  outgoing.writeHead(304, headers)
  outgoing.end()
}
