import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { FileForm } from '#src/contract/data/data.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'

export type Bounds = { min: number; max: number; standard: number }

/** The contract's limits of a parameter. They are read once, at the start, so that a request only compares numbers. */
export function boundsOf(field: z.ZodDefault<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: field.def.defaultValue }
}

/** The limits of an optional parameter; the caller sets its default. */
export function boundsWithout(field: z.ZodOptional<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: Number.NaN }
}

function limitsOf({ minValue, maxValue }: z.ZodInt) {
  return { min: minValue ?? Number.MIN_SAFE_INTEGER, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}

/** A parsed query string. A known parameter may appear only once. Unknown parameters are ignored. */
export class Query {
  readonly #values: Map<string, string>
  readonly #repeated: Set<string> | null

  constructor(text: string) {
    const values = new Map<string, string>()
    let repeated: Set<string> | null = null
    if (text !== '') {
      for (const part of text.split('&')) {
        if (part === '') continue
        const equals = part.indexOf('=')
        const name = decode(equals < 0 ? part : part.slice(0, equals))
        if (values.has(name)) {
          repeated ??= new Set()
          repeated.add(name)
        } else values.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)))
      }
    }
    this.#values = values
    this.#repeated = repeated
  }

  /** The value of the first of `names` that is present and not empty. Refuses a repeated parameter. */
  get(...names: string[]): string | undefined {
    for (const name of names) {
      if (this.#repeated?.has(name)) throw refuse('invalid_parameter', { param: name, values: { accepts: 'once' } })
      const value = this.#values.get(name)
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }

  need(...names: string[]): string {
    const value = this.get(...names)
    if (value === undefined) throw refuse('missing_parameter', { param: names[0] ?? '' })
    return value
  }

  entries(): Iterable<[string, string]> {
    return this.#values
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.get(name)
    if (text === undefined) return undefined
    const found = values.find((value) => value === text)
    if (found === undefined) throw refuse('invalid_parameter', { param: name, extra: { allowed: values } })
    return found
  }

  integer(name: string, bounds: Bounds): number {
    const text = this.get(name)
    if (text === undefined) return bounds.standard
    const value = /^-?\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= bounds.min && value <= bounds.max)) {
      throw refuse(name === 'limit' ? 'invalid_limit' : 'invalid_parameter', {
        param: name,
        values: { max: bounds.max },
        extra: { min: bounds.min, max: bounds.max },
      })
    }
    return value
  }
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // A percent sign does not begin a valid UTF-8 sequence.
    throw refuse('invalid_encoding')
  }
}

export type DataRequest = {
  readonly path: string
  query: Query
  readonly headers: IncomingHttpHeaders
  /** Computed when it is read, because most responses contain no localised text. */
  readonly locale: Locale
  readonly requestId: string
  key: VerifiedKey
  /** The published plans and prices at the time of the call. */
  catalogue: Catalogue
  now: number
  /** Aborted when the client disconnects; created on first use. */
  readonly gone: AbortSignal
}

export type RowValue = string | number | boolean | null | undefined

export type DataAnswer =
  | {
      kind: 'rows'
      rows: readonly Record<string, RowValue>[]
      beside: Beside
      columns: readonly string[]
      name: string
      immutable?: boolean
      /** Except `t` and `source`, all columns are numbers, so the rows are available as Parquet and Arrow, too. */
      numeric?: boolean
      /** `t` is a date, as in bars of a day and longer. */
      dated?: boolean
      /** `t` is a text, as the class in lists of instruments. */
      timeless?: boolean
    }
  | { kind: 'data'; data: unknown; beside?: Beside; maxAge?: number }
  /** A file at `path` on the disk. `reason` explains an empty file. */
  | {
      kind: 'file'
      name: string
      form: FileForm
      reason: string | null
      path: string
      rows: number
      bytes: number
      sha256: string
      modified: number
    }
  /** A body that is sent unchanged: JSON with its envelope, or a response of UDF, which has no envelope. */
  | { kind: 'text'; text: string; contentType?: string; maxAge?: number }

export type DataHandler = (request: DataRequest) => Promise<DataAnswer> | DataAnswer
