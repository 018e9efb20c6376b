import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Format, tableFormats } from '#src/contract/data/fields.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import { isRecord, namesOf } from '#src/contract/record.ts'
import { minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import { endTogether } from '#src/platform/http/end-together.ts'
import { acceptsEncoding } from '#src/platform/text/accept-encoding.ts'
import { csvCell } from '#src/platform/text/csv.ts'
import type { DataAnswer, DataRequest, Query } from './call.ts'
import { arrowOf, arrowType } from './packed/arrow.ts'
import { parquetOf, parquetType } from './packed/parquet.ts'

/** The length limit of a header with JSON, because proxies refuse responses with more than 4 KiB of headers. */
const jsonHeaderMax = 2_048
const besideHeaderNames = {
  delay: 'x-delay',
  stale: 'x-stale',
  reason: 'x-reason',
  reasons: 'x-reasons',
  nextCursor: 'x-next-cursor',
  source: 'x-source',
  warning: 'x-warning',
  adjust: 'x-adjust',
} as const satisfies Record<keyof Beside, string>

/** The size in bytes below which compression costs more than it saves. */
const packBytesMin = 1_400

export function formatOf(query: Query, headers: IncomingHttpHeaders): Format {
  const named = query.get('format')?.toLowerCase()
  if (named !== undefined) {
    const found = tableFormats.find((format) => format === named)
    if (found === undefined) throw refuse('invalid_format', { param: 'format' })
    return found
  }
  const accept = headers.accept
  if (accept === undefined || accept === '*/*') return 'json'
  if (/application\/json|\*\/\*|text\/html|application\/\*/i.test(accept)) return 'json'
  if (/text\/csv/i.test(accept)) return 'csv'
  if (/application\/(x-)?ndjson/i.test(accept)) return 'ndjson'
  if (/application\/vnd\.apache\.parquet/i.test(accept)) return 'parquet'
  if (/application\/vnd\.apache\.arrow\.stream/i.test(accept)) return 'arrow'
  throw refuse('not_acceptable')
}

type Rows = Extract<DataAnswer, { kind: 'rows' }>

/** A `Buffer` is a Parquet file or an Arrow stream, which is sent without content encoding. */
export type Body = { text: string | Buffer; contentType: string; headers: Record<string, string>; etag: string | null }

const jsonType = 'application/json; charset=utf-8'

export function render(answer: Exclude<DataAnswer, { kind: 'file' }>, request: DataRequest): Body {
  const format = answer.kind === 'rows' ? formatOf(request.query, request.headers) : 'json'
  if (answer.kind === 'text') {
    return {
      text: answer.text,
      contentType: answer.contentType ?? jsonType,
      headers: cacheFor(answer.maxAge),
      etag: answer.maxAge ? etagOf(answer.text) : null,
    }
  }
  if (answer.kind === 'data') {
    const text = JSON.stringify({ code: 0, msg: 'ok', data: answer.data, ...answer.beside })
    return { text, contentType: jsonType, headers: cacheFor(answer.maxAge), etag: answer.maxAge ? etagOf(text) : null }
  }
  if (isPacked(format) && !answer.numeric) throw refuse('invalid_format', { param: 'format' })
  const { rows, beside, name, immutable } = answer
  const headers: Record<string, string> = immutable ? { 'cache-control': 'private, max-age=300' } : {}
  if (format === 'json') {
    const text = JSON.stringify({ code: 0, msg: 'ok', data: rows, ...beside })
    return { text, contentType: jsonType, headers, etag: immutable ? etagOf(text) : null }
  }
  Object.assign(headers, besideHeaders(beside), { 'x-row-count': String(rows.length) })
  if (format === 'ndjson') {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    return { text, contentType: 'application/x-ndjson; charset=utf-8', headers, etag: null }
  }
  if (isPacked(format)) {
    headers['content-disposition'] = disposition(`${name}.${format === 'arrow' ? 'arrows' : format}`)
    const { bytes, contentType } = packed[format](answer)
    return { text: bytes, contentType, headers, etag: immutable ? etagOf(bytes) : null }
  }
  headers['content-disposition'] = disposition(`${name}.csv`)
  const text = csvOf(answer, zoneOf(request.query), request.query.get('csv') === 'spreadsheet')
  return {
    text,
    contentType: 'text/csv; charset=utf-8; header=present',
    headers,
    etag: immutable ? etagOf(text) : null,
  }
}

/** The fields that JSON has beside `data`. An object is JSON in ASCII, or the number of its entries if it is long. */
function besideHeaders(beside: Beside): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of namesOf(besideHeaderNames)) {
    const value = beside[name]
    if (value !== undefined) headers[besideHeaderNames[name]] = isRecord(value) ? jsonHeader(value) : `${value}`
  }
  return headers
}

function jsonHeader(value: Record<string, unknown>): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = JSON.stringify(value).replaceAll(/[^ -~]/g, escaped)
  return text.length > jsonHeaderMax ? `${Object.keys(value).length}` : text
}

/** The binary formats of responses with `numeric`. */
const packed = {
  parquet: (rows: Rows) => ({ bytes: parquetOf(rows), contentType: parquetType }),
  arrow: (rows: Rows) => ({ bytes: arrowOf(rows), contentType: arrowType }),
}

function isPacked(format: Format): format is keyof typeof packed {
  return format in packed
}

/** `If-None-Match` is a list, and proxies that compress weaken the tags to `W/"…"`. */
export function isHeld({ ifNoneMatch }: { ifNoneMatch: string | undefined }, { etag }: Pick<Body, 'etag'>): boolean {
  if (etag === null || ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function cacheFor(maxAge: number | undefined): Record<string, string> {
  return maxAge ? { 'cache-control': `private, max-age=${maxAge}` } : {}
}

export function etagOf(text: string | Buffer): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`
}

/** A `Content-Disposition` by RFC 6266: a safe ASCII name, and the exact name if it differs. */
function disposition(name: string): string {
  const ascii = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`}`
}

function zoneOf(query: Query): string {
  const zone = query.get('tz') ?? 'UTC'
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // A RangeError means that no time zone has this name.
    throw refuse('invalid_parameter', { param: 'tz', values: { accepts: 'zone' } })
  }
}

/**
 * CSV by RFC 4180 with a header line. Rows with `t` get a `time` column: ISO 8601 in the zone. If `t` is a date, the
 * column has only the date, since a zone could move the date to the previous day.
 */
function csvOf({ rows, columns, dated, timeless }: Rows, zone: string, spreadsheet: boolean): string {
  const hasTime = columns.includes('t') && !timeless
  const timeText = (time: number) => (dated ? new Date(time).toISOString().slice(0, 10) : isoIn(zone, time))
  const lines = [[...(hasTime ? ['time'] : []), ...columns].join(',')]
  for (const row of rows) {
    const cells = columns.map((column) => {
      const value = row[column]
      return csvCell(typeof value === 'boolean' ? String(value) : value, spreadsheet)
    })
    if (hasTime) cells.unshift(typeof row.t === 'number' ? timeText(row.t) : '')
    lines.push(cells.join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** `2024-11-15T12:00:00.000Z`, or `2024-11-15T20:00:00.000+08:00` in a zone. */
function isoIn(zone: string, time: number): string {
  if (zone === 'UTC') return new Date(time).toISOString()
  const offset = zoneOffset(zone, time)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(offset)
  return `${new Date(time + offset * minuteMs).toISOString().slice(0, -1)}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export function send(
  outgoing: ServerResponse,
  status: number,
  body: { text: string | Buffer; contentType: string },
  headers: Record<string, string | number>,
  acceptEncoding: string | undefined,
  headOnly: boolean,
): number {
  let bytes = body.text
  let length = -1
  if (acceptEncoding !== undefined && typeof body.text === 'string' && body.text.length >= packBytesMin) {
    if (acceptsEncoding(acceptEncoding, 'br')) {
      bytes = brotliCompressSync(body.text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      headers['content-encoding'] = 'br'
    } else if (acceptsEncoding(acceptEncoding, 'gzip')) {
      bytes = gzipSync(body.text, { level: 4 })
      headers['content-encoding'] = 'gzip'
    }
    headers.vary = 'accept-encoding'
  }
  length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length
  headers['content-type'] = body.contentType
  headers['content-length'] = length
  outgoing.writeHead(status, headers)
  endTogether(outgoing, headOnly ? null : bytes)
  return length
}
