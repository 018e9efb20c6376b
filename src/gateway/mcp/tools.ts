import type { JSONObject, Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type DataName, dataRoutes } from '#src/contract/data/data.ts'
import { onRequest } from '#src/contract/data/fields.ts'
import { refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import { namesOf } from '#src/contract/record.ts'
import reference from '#src/locales/en-US/reference.ts'
import { jsonSchema } from '../json-schema.ts'
import { chartAddress } from './chart/chart-resource.ts'

/** Default number of rows, smaller than over REST, because a model reads every row. */
const rowsStandard = 100

/** Parameters of file formats, and of chosen rows, which tools lack because a model reads whole rows as JSON. */
const notForModels = ['format', 'csv', 'tz', 'columns', 'source']

/** Descriptions that the server's instructions give once for all answers. */
const saidOnce: readonly unknown[] = ['in the quote currency', 'ms, UTC', 'in percent', 'seconds']

export type ObjectSchema = {
  type: 'object'
  properties: Record<string, JSONObject>
  required?: string[]
}

/** A data call as a tool. `listed`: its entry in the list for clients. */
export type Tool = {
  name: DataName
  path: string
  /** Parameters by name, including `class` if the path has it. */
  parameters: ObjectSchema
  listed: ListedTool & { title: string; outputSchema: ObjectSchema }
}

/** One tool for each data route of the contract, under the route's name. */
export const tools: ReadonlyMap<string, Tool> = new Map(namesOf(dataRoutes).map((name) => [name, toolOf(name)]))

function toolOf(name: DataName): Tool {
  const { path, summary, query, data } = dataRoutes[name]
  const parameters = parametersOf(query, path.includes('{class}') ? dataRoutes.kline.params : null)
  const words = name === 'search' ? `${summary}.` : reference.calls[name]
  const needsInterval = 'kType' in parameters.properties ? ' Needs `interval`.' : ''
  return {
    name,
    path,
    parameters,
    listed: {
      name,
      title: summary,
      description: words + needsInterval,
      inputSchema: { ...parameters, properties: withoutNumbers(parameters.properties) },
      outputSchema: { ...asObject(terse(jsonSchema(z.object({ data })))), required: ['data'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
      ...(name === 'kline' ? { _meta: { ui: { resourceUri: chartAddress } } } : {}),
    },
  }
}

function parametersOf(query: z.ZodType, params: z.ZodType | null | undefined): ObjectSchema {
  const { properties, required = [] } = asObject(jsonSchema(query))
  const own = params ? asObject(jsonSchema(params)) : { properties: {}, required: [] }
  const all = { ...own.properties, ...properties }
  const kept = Object.entries(all).filter(([name]) => !notForModels.includes(name))
  const fields = kept.map(([name, field]): [string, JSONObject] => {
    const isLong = typeof field.default === 'number' && field.default > rowsStandard
    return [name, isLong ? { ...field, default: rowsStandard } : field]
  })
  return { type: 'object', properties: Object.fromEntries(fields), required: [...(own.required ?? []), ...required] }
}

/** Removes `kType`, a second name for `interval`, to shorten the lists. Calls still accept it. */
function withoutNumbers({ kType, interval, ...others }: ObjectSchema['properties']): ObjectSchema['properties'] {
  if (!kType || !interval) return { ...(kType && { kType }), ...(interval && { interval }), ...others }
  const { description: _, ...named } = interval
  return { interval: named, ...others }
}

/**
 * Shortens a schema, because every session reads all schemas: removes required lists, descriptions that the
 * instructions have, and columns that tools cannot request.
 */
function terse(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map((one) => (isObject(one) ? terse(one) : one))
  const kept = Object.entries(schema as object).filter(
    ([name, value]) =>
      !(name === 'required' && Array.isArray(value)) &&
      !(name === 'propertyNames' && isObject(value)) &&
      !(name === 'description' && saidOnce.includes(value)) &&
      !(isObject(value) && 'description' in value && value.description === onRequest),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, isObject(value) ? terse(value) : value]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function asObject(schema: object): ObjectSchema {
  return { ...schema, type: 'object' } as ObjectSchema
}

/**
 * The path and query of the REST call for a tool call, with the value forms that models usually write. REST validates
 * the values. Unknown names are refused here, since REST would ignore them and a model would not notice.
 */
export function restCall({ path, parameters }: Tool, given: Record<string, unknown>): { path: string; query: string } {
  const { properties, required = [] } = parameters
  for (const name of Object.keys(given)) if (!(name in properties)) throw refuse('unknown_field', { param: name })
  for (const name of required) if (isAbsent(given[name])) throw refuse('missing_parameter', { param: name })
  const query = new URLSearchParams()
  for (const [name, { default: standard }] of Object.entries(properties)) {
    const value = given[name] ?? standard
    if (name !== 'class' && !isAbsent(value)) query.set(name, textOf(name, value))
  }
  query.set('format', 'json')
  const assetClass = textOf('class', given.class ?? '').toLowerCase()
  // No route has a path of another class, so such a call would be refused before it is counted.
  if (path.includes('{class}') && !assetClasses.some((known) => known === assetClass)) throw refuse('unknown_class')
  return { path: path.replace('{class}', assetClass), query: query.toString() }
}

/** The path of a tool whose arguments name no class. */
export function pathOf({ path }: Tool): string {
  return path.replace('{class}', 'stock')
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(name, one)).join(',')
  if (typeof value === 'object' && value !== null) throw refuse('invalid_parameter', { param: name })
  return String(value)
}
