import { z } from 'zod'
import { type DataName, dataRoutes } from '../../src/contract/data/data.ts'
import recorded from '../../src/contract/data/examples.json' with { type: 'json' }
import type { ErrorName } from '../../src/contract/errors.ts'
import { depthData, klineData, quoteData, tickData } from '../../src/contract/stream.ts'
import { innerNames, isInstant, rowNames } from './names.ts'

/** The calls of the contract, independent of a language. All clients are generated from this model. */
export type Model = { calls: Call[]; shapes: Shape[] }

/** Whether the pages of a call follow each other in time, in the direction of `order`. */
export function isOrdered({ paging, fields }: Call): boolean {
  return paging === 'cursor' && fields.some(({ name }) => name === 'order')
}

/**
 * `paging`: how the next page is requested: by `cursor`, or by a page number that begins at 0 or 1; null: there is only
 * one page.
 */
export type Call = {
  name: DataName
  path: string
  summary: string
  hasClass: boolean
  fields: Field[]
  output: Type
  errors: readonly ErrorName[]
  paging: 'cursor' | 0 | 1 | null
  example: Record<string, string | number>
}

export type Field = { name: string; type: Type; required: boolean; note: string }
export type Shape = { name: string; fields: Field[]; others: Type | null }

export type Type =
  | { kind: 'text' | 'whole' | 'number' | 'truth' }
  | { kind: 'words'; of: string[] }
  | { kind: 'just'; value: boolean | string | number }
  | { kind: 'list' | 'table' | 'page' | 'maybe'; of: Type }
  | { kind: 'shape'; name: string }

type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  enum?: string[]
  const?: boolean | string | number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
}

/** Parameters that clients omit, because they read JSON and can build tables themselves. */
const onlyForText = ['format', 'csv', 'tz']

const streamShapes = { TickEvent: tickData, QuoteEvent: quoteData, DepthEvent: depthData, KlineEvent: klineData }

export function readModel(): Model {
  const shapes = new Shapes()
  const calls = (Object.keys(dataRoutes) as DataName[]).map((name) => readCall(name, shapes))
  for (const [name, schema] of Object.entries(streamShapes)) shapes.typeOf(jsonSchema(schema, 'output'), name)
  return { calls, shapes: shapes.all }
}

/** Names of an older protocol for `interval` and `to`. */
const oldNames: readonly string[] = ['kType', 'et']

function readCall(name: DataName, shapes: Shapes): Call {
  const { path, summary, query, data, errors } = dataRoutes[name]
  const { properties = {}, required = [] } = jsonSchema(query, 'input')
  const names = Object.keys(properties).filter((field) => !onlyForText.includes(field) && !oldNames.includes(field))
  const fields = names.map((field) => ({
    name: field,
    type: shapes.typeOf(properties[field] ?? {}, `${rowNames[name]}Query`),
    required: required.includes(field),
    note: isInstant(name, field)
      ? (noteOf(properties[field] ?? {}).split(': 8 digits')[0] ?? '')
      : noteOf(properties[field] ?? {}),
  }))
  const output = shapes.typeOf(jsonSchema(data, 'output'), rowNames[name])
  const first = name === 'search' ? 1 : 0
  const paging = names.includes('cursor') && output.kind === 'list' ? 'cursor' : output.kind === 'page' ? first : null
  return {
    ...{ name, path, summary, errors, fields, output, paging },
    hasClass: path.includes('{class}'),
    example: exampleOf(name),
  }
}

/** Named object types. Equal objects of two calls share one name. */
class Shapes {
  readonly all: Shape[] = []
  readonly #known = new Map<string, string>()

  typeOf(schema: Schema, name: string): Type {
    if (schema.const !== undefined) return { kind: 'just', value: schema.const }
    if (schema.enum) return { kind: 'words', of: schema.enum }
    if (schema.anyOf) return this.#maybe(schema.anyOf, name)
    if (Array.isArray(schema.type))
      return this.#maybe(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      )
    if (schema.type === 'string') return { kind: 'text' }
    if (schema.type === 'integer') return { kind: 'whole' }
    if (schema.type === 'number') return { kind: 'number' }
    if (schema.type === 'boolean') return { kind: 'truth' }
    if (schema.type === 'array') return { kind: 'list', of: this.typeOf(schema.items ?? {}, name) }
    if (schema.type === 'object') return this.#object(schema, name)
    throw new Error(`${name}: no type for ${JSON.stringify(schema)}`)
  }

  #maybe(parts: Schema[], name: string): Type {
    const [real, ...more] = parts.filter(({ type }) => type !== 'null')
    if (!real || more.length > 0) throw new Error(`${name}: a union of ${parts.length}`)
    return { kind: 'maybe', of: this.typeOf(real, name) }
  }

  #object(schema: Schema, name: string): Type {
    const { properties, additionalProperties: others, required = [] } = schema
    const rest = typeof others === 'object' ? others : null
    if (!properties && rest) return { kind: 'table', of: this.typeOf(rest, name) }
    if (properties?.content && properties.last)
      return { kind: 'page', of: this.typeOf(properties.content.items ?? {}, name) }
    const key = JSON.stringify(schema)
    const known = this.#known.get(key)
    if (known) return { kind: 'shape', name: known }
    this.#known.set(key, name)
    const fields = Object.entries(properties ?? {}).map(([field, of]) => ({
      name: field,
      type: this.typeOf(of, innerNames[`${name}.${field}`] ?? `${name}${field[0]?.toUpperCase()}${field.slice(1)}`),
      required: required.includes(field),
      note: noteOf(of),
    }))
    this.all.push({ name, fields, others: rest && this.typeOf(rest, name) })
    return { kind: 'shape', name }
  }
}

/** The description of a field, its bounds and its default. */
function noteOf({ description, anyOf = [], minimum, maximum, default: standard }: Schema): string {
  const words = description ?? anyOf.find((one) => one.description)?.description ?? ''
  const bounds = minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
  const absent = standard === undefined ? '' : `default ${String(standard)}`
  return [words, bounds, absent].filter(Boolean).join('; ')
}

function exampleOf(name: DataName): Call['example'] {
  const request = recorded[name as keyof typeof recorded][0]?.request ?? ''
  const [path = '', query = ''] = request.split('?')
  const hasClass = dataRoutes[name].path.startsWith('/{class}')
  const entries = [...new URLSearchParams(query)].map(([field, value]): [string, string | number] => [
    field,
    /^(limit|page|size|amount|period)$/.test(field) && /^\d+$/.test(value) ? Number(value) : value,
  ])
  return Object.fromEntries([...(hasClass ? [['class', path.split('/')[1] ?? ''] as const] : []), ...entries])
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const override = ({ jsonSchema: one }: { jsonSchema: { minimum?: number; maximum?: number } }) => {
    if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum
    if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum
  }
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Schema
}
