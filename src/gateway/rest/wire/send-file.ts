import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { refuse } from '#src/contract/errors.ts'
import { requestedRange } from './byte-range.ts'
import type { DataAnswer } from './call.ts'
import { parquetType } from './packed/parquet.ts'
import type { RequestContext } from './request-context.ts'

const types = { 'csv.gz': 'application/gzip', parquet: parquetType } as const

/** Sends a file, or the requested range of it, at the client's pace. Returns the number of sent bytes. */
export async function sendFile(
  context: RequestContext,
  { name, form, reason, path, rows, bytes, sha256, modified }: Extract<DataAnswer, { kind: 'file' }>,
): Promise<number> {
  const { incoming, outgoing, method, headers } = context
  Object.assign(headers, {
    etag: fileEtag(sha256),
    'last-modified': new Date(modified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-row-count': rows,
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  })
  if (reason !== null) headers['x-reason'] = reason
  if (context.status === 304) {
    outgoing.writeHead(304, headers).end()
    return 0
  }
  const range = requestedRange(incoming.headers, { bytes, etag: fileEtag(sha256), modified })
  if (range === 'unsatisfiable')
    throw refuse('range_not_satisfiable', { headers: { 'content-range': `bytes */${bytes}` }, values: { bytes } })
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  if (range) headers['content-range'] = `bytes ${start}-${end}/${bytes}`
  context.status = range ? 206 : 200
  outgoing.writeHead(context.status, {
    ...headers,
    'content-type': types[form],
    'content-length': end - start + 1,
    'content-disposition': `attachment; filename="${name}"`,
  })
  if (method === 'HEAD') {
    outgoing.end()
    return 0
  }
  const source = createReadStream(path, { start, end })
  try {
    await pipeline(source, outgoing)
  } catch (error) {
    if (!outgoing.destroyed || !isEarlyClose(error)) throw error
  }
  return source.bytesRead
}

export function fileEtag(sha256: string): string {
  return `"${sha256}"`
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
