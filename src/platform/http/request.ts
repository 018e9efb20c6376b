import { z } from 'zod'
import { type ErrorName, errorCatalogue, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Settings } from '../settings.ts'
import { parseJson } from './json.ts'
import { readBytes } from './request-body.ts'

/** Unsafe methods come from our own pages or from programs: a browser says which by `Origin` and `Sec-Fetch-Site`. */
export function isSameSite(settings: Settings, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (!origin || origin === new URL(settings.site.publicUrl).origin) return true
  const host = request.headers.get('host')
  return settings.mode === 'sandbox' && host !== null && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * The JSON body, checked: type, size, depth, doubled and unknown fields, then the schema. An empty body counts as `{}`. A route
 * without a schema takes none; its body is only counted.
 */
export async function readBody(
  request: Request,
  schema: z.ZodType | undefined,
  onArrival = () => {},
): Promise<unknown> {
  const bytes = await readBytes(request)
  onArrival()
  if (!schema) return undefined
  const text = decode(bytes)
  if (text === '') return parse(schema, {})
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw refuse('unsupported_media_type')
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('bad_request')
  return parse(schema, value)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('bad_json')
  }
}

export function readParams(params: Record<string, string>, schema: z.ZodType | undefined): unknown {
  refuseNull(params)
  return schema ? parse(schema, params) : params
}

/** Unknown query parameters are ignored; one that the schema knows may stand only once. */
export function readQuery(search: URLSearchParams, schema: z.ZodType | undefined): unknown {
  const query = Object.fromEntries(search)
  refuseNull(query)
  if (!schema) return query
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const doubled = known.find((name) => search.getAll(name).length > 1)
  if (doubled) throw refuse('invalid_parameter', { param: doubled })
  return parse(schema, query, 'loose')
}

function refuseNull(values: Record<string, string>): void {
  for (const [param, value] of Object.entries(values))
    if (value.includes('\0') || param.includes('\0'))
      throw refuse('bad_characters', { param: param.replaceAll('\0', '').slice(0, 60) })
}

function parse(schema: z.ZodType, value: unknown, fields: 'strict' | 'loose' = 'strict'): unknown {
  const checked = fields === 'strict' ? strictly(schema) : schema
  const result = checked.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw toRefusal(result.error.issues[0])
}

const strict = new WeakMap<z.ZodType, z.ZodType>()

/** The schema without room for unknown fields; made once, since zod compiles what it makes. */
function strictly(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema
  const made = strict.get(schema) ?? schema.strict()
  strict.set(schema, made)
  return made
}

/** A schema may name its refusal in the message: `z.string().min(8, 'password_too_short')`. */
function toRefusal(issue: z.core.$ZodIssue | undefined): Refusal {
  const param = issue?.path.map(String).join('.') || undefined
  const detail = param ? { param } : {}
  if (!issue) return refuse('bad_request')
  if (Object.hasOwn(errorCatalogue, issue.message)) return refuse(issue.message as ErrorName, detail)
  if (issue.code === 'unrecognized_keys') return refuse('unknown_field', { param: (issue.keys[0] ?? '').slice(0, 60) })
  if (issue.code === 'invalid_type' && issue.input === undefined) return refuse('missing_parameter', detail)
  return refuse('invalid_parameter', detail)
}
