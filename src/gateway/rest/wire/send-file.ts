import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { DataAnswer } from './call.ts'

/** Sends a compressed file at the client's pace; returns the bytes sent. The trailer `X-Row-Count` proves it whole. */
export async function sendFile(
  outgoing: ServerResponse,
  file: Extract<DataAnswer, { kind: 'file' }>,
  headers: Record<string, string | number>,
  headOnly: boolean,
): Promise<number> {
  outgoing.writeHead(200, {
    ...headers,
    'content-type': 'application/gzip',
    trailer: 'X-Row-Count',
    'content-disposition': `attachment; filename="${file.name}"`,
    ...(file.reason === null ? {} : { 'x-reason': file.reason }),
  })
  if (headOnly) {
    outgoing.end()
    return 0
  }
  let rows = -1
  let bytes = 0
  async function* counted() {
    for await (const chunk of file.chunks) {
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows += 1
      yield chunk
    }
  }
  async function* trailed(packed: AsyncIterable<Buffer>) {
    for await (const chunk of packed) {
      bytes += chunk.length
      yield chunk
    }
    outgoing.addTrailers({ 'X-Row-Count': String(rows) })
  }
  try {
    await pipeline(counted, createGzip({ level: 6 }), trailed, outgoing)
  } catch (error) {
    if (!outgoing.destroyed || !isEarlyClose(error)) throw error
  }
  return bytes
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
