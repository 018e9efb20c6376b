import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { DataAnswer } from './call.ts'

/** Packs and sends a file as fast as the client takes it; answers the bytes sent. A client that leaves ends it. */
export async function sendFile(
  outgoing: ServerResponse,
  file: Extract<DataAnswer, { kind: 'file' }>,
  headers: Record<string, string | number>,
  headOnly: boolean,
): Promise<number> {
  outgoing.writeHead(200, {
    ...headers,
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${file.name}"`,
    ...(file.reason === null ? {} : { 'x-reason': file.reason }),
  })
  if (headOnly) {
    outgoing.end()
    return 0
  }
  const gzip = createGzip({ level: 6 })
  let bytes = 0
  gzip.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  try {
    await pipeline(Readable.from(file.chunks), gzip, outgoing)
  } catch (error) {
    if (!outgoing.destroyed || (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  return bytes
}
