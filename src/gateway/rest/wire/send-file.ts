import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { DayRows } from '#src/market/archive/day-rows.ts'
import type { DataAnswer } from './call.ts'
import { parquetType } from './packed/parquet.ts'
import { csvFile, parquetFile } from './packed/table-file.ts'

const types = { 'csv.gz': 'application/gzip', parquet: parquetType } as const

/** Sends a file at the client's pace; returns the bytes sent. The trailer `X-Row-Count` marks a complete file. */
export async function sendFile(
  outgoing: ServerResponse,
  { name, form, columns, reason, parts }: Extract<DataAnswer, { kind: 'file' }>,
  headers: Record<string, string | number>,
  headOnly: boolean,
): Promise<number> {
  outgoing.writeHead(200, {
    ...headers,
    'content-type': types[form],
    trailer: 'X-Row-Count',
    'content-disposition': `attachment; filename="${name}"`,
    ...(reason === null ? {} : { 'x-reason': reason }),
  })
  if (headOnly) {
    outgoing.end()
    return 0
  }
  let rows = 0
  let bytes = 0
  async function* counted(): AsyncGenerator<DayRows> {
    for await (const part of parts) {
      rows += part.rows.length
      yield part
    }
  }
  async function* trailed(packed: AsyncIterable<Buffer>) {
    for await (const chunk of packed) {
      bytes += chunk.length
      yield chunk
    }
    outgoing.addTrailers({ 'X-Row-Count': String(rows) })
  }
  const table = { columns, parts: counted() }
  try {
    if (form === 'parquet') await pipeline(parquetFile(table), trailed, outgoing)
    else await pipeline(csvFile(table), createGzip({ level: 6 }), trailed, outgoing)
  } catch (error) {
    if (!outgoing.destroyed || !isEarlyClose(error)) throw error
  }
  return bytes
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
