import { z } from 'zod'
import { isErrorName, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Route } from '#src/contract/route.ts'
import type { Settings } from '../settings.ts'
import { parseJson } from './json.ts'
import { readBytes } from './request-body.ts'

/** Whether an unsafe request is from our pages (by `Origin`, `Sec-Fetch-Site`) or from a program. */
export function isSameSite(settings: Settings, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  // Another host of the product, such as the console's, is a separate origin. An earlier check
  // refuses requests for a foreign host.
  if (site === 'same-origin') return true
  const origin = request.headers.get('origin')
  if (!origin || origin === new URL(settings.publicUrl).origin) return true
  const host = request.headers.get('host')
  return settings.mode === 'sandbox' && host !== null && URL.canParse(origin) && new URL(origin).host === host
}

export type Sent = { params?: Fields | undefined; query?: Fields | undefined; body?: unknown }
type Fields = Readonly<Record<string, unknown>>

/** Validates body, params and query. If the route has no schema for the body, the body is ignored. */
export function checked(route: Route, sent: Sent): { body: unknown; params: unknown; query: unknown } {
  return {
    body: route.body && parse(route.body, sent.body ?? {}),
    params: fieldsOf(sent.params, route.params, 'strict'),
    query: fieldsOf(sent.query, route.query, 'loose'),
  }
}

/**
 * Reads a JSON body and checks its type, size, depth and duplicate fields; an empty body is `{}`. For a route without
 * a body only the size is checked.
 */
export async function readBody(request: Request, route: Route, onArrival: () => void): Promise<unknown> {
  const bytes = await readBytes(request)
  onArrival()
  if (!route.body) return undefined
  const text = decode(bytes)
  if (text === '') return {}
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw refuse('unsupported_media_type')
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('bad_request')
  return value
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The text is not UTF-8, so it is not JSON.
    throw refuse('bad_json')
  }
}

/** Reads the query. A parameter of the schema may occur only once. */
export function readQuery(search: URLSearchParams, schema: z.ZodType | undefined): Fields {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const doubled = known.find((name) => search.getAll(name).length > 1)
  if (doubled) throw refuse('invalid_parameter', { param: doubled })
  return Object.fromEntries(search)
}

/** Parses fields with a schema. `strict` refuses unknown fields, `loose` ignores them. */
function fieldsOf(fields: Fields = {}, schema: z.ZodType | undefined, unknown: 'strict' | 'loose'): unknown {
  refuseNull(fields)
  return schema ? parse(schema, fields, unknown) : fields
}

function refuseNull(fields: Fields): void {
  for (const [param, value] of Object.entries(fields))
    if (String(value).includes('\0') || param.includes('\0'))
      throw refuse('bad_characters', { param: param.replaceAll('\0', '').slice(0, 60) })
}

function parse(schema: z.ZodType, value: unknown, fields: 'strict' | 'loose' = 'strict'): unknown {
  const checked = fields === 'strict' ? strictly(schema) : schema
  const result = checked.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw toRefusal(result.error.issues[0])
}

const strict = new WeakMap<z.ZodType, z.ZodType>()

/** The schema with unknown fields forbidden. It is cached, since zod compiles each new schema. */
function strictly(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema
  const made = strict.get(schema) ?? schema.strict()
  strict.set(schema, made)
  return made
}

/**
 * Converts a schema issue to a refusal. The message of the issue may be the refusal's name: `z.string().min(8,
 * 'password_too_short')`.
 */
function toRefusal(issue: z.core.$ZodIssue | undefined): Refusal {
  const param = issue?.path.map(String).join('.') || undefined
  const detail = param ? { param } : {}
  if (!issue) return refuse('bad_request')
  if (isErrorName(issue.message)) return refuse(issue.message, detail)
  if (issue.code === 'unrecognized_keys') return refuse('unknown_field', { param: (issue.keys[0] ?? '').slice(0, 60) })
  if (issue.code === 'invalid_type' && issue.input === undefined) return refuse('missing_parameter', detail)
  return refuse('invalid_parameter', detail)
}
