import { z } from 'zod'
import { dataRoutes } from '#src/contract/data/data.ts'
import { type ErrorName, errorCatalogue } from '#src/contract/errors.ts'
import type { Words } from '#src/contract/words.ts'
import type { DocumentedName } from '#src/locales/answer-words.ts'
import type reference from '#src/locales/en-US/reference.ts'
import enUS from '#src/locales/en-US/reference.ts'

/** The meaning of a parameter, as a key of the reference's texts. */
export type Meaning = keyof Words<typeof reference>['params']

/** `choice`: one of the listed values. `number`: within a range. `others`: parameters that another page documents. */
export type ParameterType =
  | { kind: 'text' | 'others' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'number'; min: number | null; max: number | null }

export type ParameterFacts = { name: string; meaning: Meaning; isRequired: boolean; takes: ParameterType }
export type FieldFacts = { name: string; type: string }

const ofCalendar = { from: 'fromDay', to: 'toDay', region: 'countryOf' } as const

/** Parameters whose meaning depends on the call, with the key of their text. */
const meanings: { [N in DocumentedName]?: Record<string, Meaning> } = {
  symbols: { limit: 'listLimit' },
  holidays: { code: 'market' },
  marketStatus: { market: 'place', exchange: 'exchangeOrMic' },
  coverage: { region: 'countryOf' },
  files: { region: 'countryOf', interval: 'fileInterval', from: 'firstFile', to: 'lastFile' },
  snapshot: { region: 'countryOf', size: 'snapshotSize' },
  movers: { by: 'ranking', region: 'countryOf', limit: 'moversLimit' },
  convert: { from: 'fromCurrency', to: 'toCurrency', amount: 'amount', at: 'priceTime' },
  splitCalendar: ofCalendar,
  dividendCalendar: ofCalendar,
  ipoCalendar: ofCalendar,
  earningsCalendar: ofCalendar,
  fundamentals: { period: 'statement' },
  ipos: { type: 'listing' },
}

const indicatorSettings = { name: '…', meaning: 'settings', isRequired: false, takes: { kind: 'others' } } as const

/**
 * A call's parameters in the contract, required first. `kType` and `et` are described with `interval` and `to`. The
 * contract requires neither `interval` nor `kType`, but the gateway needs one of them.
 */
export function parametersOf(call: DocumentedName): ParameterFacts[] {
  const { properties = {}, required = [] } = schemaOf(dataRoutes[call].query)
  const needed = 'kType' in properties ? [...required, 'interval'] : required
  const named = Object.entries(properties)
    .flatMap(([name, schema]) => {
      const meaning = meanings[call]?.[name] ?? (isMeaning(name) ? name : null)
      return meaning === null
        ? []
        : [{ name, meaning, isRequired: needed.includes(name), takes: parameterTypeOf(schema) }]
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  return call === 'indicator' ? [...named, indicatorSettings] : named
}

function parameterTypeOf({ type, enum: choices, minimum, maximum }: JsonSchema): ParameterType {
  if (choices) return { kind: 'choice', choices }
  if (type === 'integer' || type === 'number') return { kind: 'number', min: minimum ?? null, max: maximum ?? null }
  return { kind: 'text' }
}

/** The fields of one row of a response, in wire order. `others`: fields whose names depend on the request. */
export function answerFields(call: DocumentedName): FieldFacts[] {
  const row = rowOf(dataRoutes[call].data)
  const fields = Object.entries(row.shape).map(([name, field]) => ({ name, type: typeOf(schemaOf(field)) }))
  const hasOthers = row.def.catchall && !(row.def.catchall instanceof z.ZodNever)
  return hasOthers ? [...fields, { name: 'others', type: typeOf(schemaOf(row.def.catchall)) }] : fields
}

/** A JSON type as text: `number`, `number | null`, `array`. A constant is shown as its value. */
function typeOf({ type, anyOf, const: constant }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any')
}

/** Finds the row's schema inside nullables, lists, records and pages. */
function rowOf(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodNullable) return rowOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return rowOf(schema.element)
  if (schema instanceof z.ZodRecord) return rowOf(schema.valueType)
  if (!(schema instanceof z.ZodObject)) throw new Error('an answer of the data API has rows of named fields')
  return 'content' in schema.shape ? rowOf(schema.shape.content) : schema
}

/** The errors of a call with their HTTP status, lowest status first. */
export function refusalsOf(call: DocumentedName): { error: ErrorName; status: number }[] {
  const names: readonly ErrorName[] = dataRoutes[call].errors
  return names.map((error) => ({ error, status: errorCatalogue[error].status })).sort((a, b) => a.status - b.status)
}

type JsonSchema = {
  type?: string | string[]
  enum?: string[]
  const?: unknown
  anyOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
}

function schemaOf(schema: unknown): JsonSchema {
  if (!(schema instanceof z.ZodType)) return {}
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function isMeaning(name: string): name is Meaning {
  return name in enUS.params
}
