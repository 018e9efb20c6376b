import type { Interval } from '#src/contract/market.ts'
import { FileRefused } from '../file/file-refused.ts'
import { sizeOfFile, unpackedChunks } from '../file/source-file.ts'
import {
  type DbnMetadata,
  headLength,
  prefixBytes,
  readMetadata,
  schemaEnd,
  schemaOf,
  spanOn,
  textAt,
} from './dbn-metadata.ts'
import {
  cellsOf,
  type DbnKind,
  heads,
  instrumentId,
  isRow,
  recordLength,
  recordType,
  schemas,
  symbolMapping,
  timeOf,
} from './dbn-records.ts'

const headerBytes = 16
const timeMax = 8.64e15

type DbnRequest = { file: string; code: string; interval: Interval | null }

/**
 * The records of a DBN file as lines with our columns: line 1 has the column names, and record n is line n + 1. Records
 * of another symbol or kind become empty lines. Throws a `FileRefused` if the file is not DBN, is truncated, or has a
 * schema of another kind.
 */
export async function* dbnLines(
  chunks: AsyncIterable<{ bytes: Buffer; fraction: number }>,
  request: DbnRequest,
): AsyncGenerator<{ text: string; fraction: number }> {
  let rest: Buffer = Buffer.alloc(0)
  let parts: Buffer[] = []
  let held = 0
  let reader: Reader | null = null
  for await (const { bytes, fraction } of chunks) {
    if (reader) rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    else {
      parts.push(bytes)
      held += bytes.length
      if (held < prefixBytes) continue
      // The metadata is joined once, when it is complete, because joining it with every chunk would copy it each time.
      if (parts.length > 1 && parts[0] !== undefined && parts[0].length < prefixBytes) parts = [Buffer.concat(parts)]
      const length = headLength(parts[0] ?? rest)
      if (length === null) throw new FileRefused(request.file, 'file_not_dbn')
      if (held < length) continue
      rest = Buffer.concat(parts)
      parts = []
      reader = readerOf(rest.subarray(0, length), request)
      rest = rest.subarray(length)
      yield { text: `${heads[reader.kind]}\n`, fraction }
    }
    const { text, end } = reader.read(rest)
    rest = rest.subarray(end)
    if (text !== '') yield { text, fraction }
  }
  if (!reader || rest.length > 0) throw new FileRefused(request.file, 'file_cut_off', { reason: 'record' })
}

/** The interval of the bars in a DBN file, by the schema in its metadata; null for other files. */
export async function intervalOfDbn(file: string, signal: AbortSignal): Promise<Interval | null> {
  let head: Buffer = Buffer.alloc(0)
  for await (const { bytes } of unpackedChunks(file, await sizeOfFile(file), signal)) {
    head = Buffer.concat([head, bytes])
    if (head.length >= schemaEnd) break
  }
  const isHead = head.length >= schemaEnd && headLength(head) !== null
  return isHead ? (schemas.get(schemaOf(head))?.interval ?? null) : null
}

function readerOf(head: Buffer, { file, code, interval }: DbnRequest): Reader {
  let metadata: DbnMetadata
  try {
    metadata = readMetadata(head)
  } catch {
    throw new FileRefused(file, 'file_not_dbn')
  }
  const schema = schemas.get(metadata.schema)
  if (!schema || schema.interval !== interval) throw new FileRefused(file, 'file_dbn_schema')
  return new Reader({ file, code, metadata, kind: schema.kind })
}

class Reader {
  readonly kind: DbnKind
  readonly #file: string
  readonly #code: string
  readonly #metadata: DbnMetadata
  /** A file of one symbol may have another name for the instrument than ours, so records of any name are accepted. */
  readonly #acceptsAll: boolean
  /** Symbols by id, from mapping messages within the file, which live recordings contain. */
  readonly #mapped = new Map<number, string>()
  #day = { ms: Number.NaN, number: 0 }

  constructor({ file, code, metadata, kind }: { file: string; code: string; metadata: DbnMetadata; kind: DbnKind }) {
    this.#file = file
    this.#code = code
    this.#metadata = metadata
    this.kind = kind
    this.#acceptsAll = metadata.symbols.size === 1
  }

  /** The complete records of `bytes` as lines, and the offset of the first incomplete record. */
  read(bytes: Buffer): { text: string; end: number } {
    const lines: string[] = []
    let at = 0
    while (at < bytes.length) {
      const length = recordLength(bytes, at)
      if (length < headerBytes) throw new FileRefused(this.#file, 'file_cut_off', { reason: 'record' })
      if (at + length > bytes.length) break
      lines.push(this.#line(bytes, at, length))
      at += length
    }
    return { text: lines.length === 0 ? '' : `${lines.join('\n')}\n`, end: at }
  }

  #line(bytes: Buffer, at: number, length: number): string {
    const { kind } = this
    if (recordType(bytes, at) === symbolMapping) this.#map(bytes, at, length)
    if (!isRow(kind, bytes, at)) return ''
    const time = timeOf(kind, bytes, at)
    if (!this.#acceptsAll && this.#symbolOf(instrumentId(bytes, at), time) !== this.#code) return ''
    const cells = cellsOf(kind, bytes, at)
    return cells === null ? '' : `${time <= timeMax ? new Date(time).toISOString() : ''},${cells}`
  }

  #symbolOf(id: number, time: number): string {
    const day = this.#dayOf(time)
    const span = spanOn(this.#metadata.byId.get(id) ?? [], day)
    return (span?.symbol ?? this.#mapped.get(id) ?? '').toUpperCase()
  }

  /** The day of a time (ms) as the file's mappings write it: 20240611. */
  #dayOf(time: number): number {
    const ms = time - (time % 86_400_000)
    if (ms !== this.#day.ms)
      this.#day = {
        ms,
        number: ms <= timeMax ? Number(new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')) : 0,
      }
    return this.#day.number
  }

  /** Reads a mapping message: stype_in u8, its symbol, stype_out u8, its symbol; version 1 has only the symbols. */
  #map(bytes: Buffer, at: number, length: number): void {
    const { symbolBytes, version } = this.#metadata
    const stype = version === 1 ? 0 : 1
    const [requestedOffset, became] = [at + headerBytes + stype, at + headerBytes + 2 * stype + symbolBytes]
    if (became + symbolBytes > at + length) return
    const names = [textAt(bytes, requestedOffset, symbolBytes), textAt(bytes, became, symbolBytes)]
    this.#mapped.set(instrumentId(bytes, at), names.find((name) => !/^\d*$/.test(name)) ?? '')
  }
}
