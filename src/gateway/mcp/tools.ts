import type { JSONObject, Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type DataName, dataRoutes } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import { namesOf } from '#src/contract/record.ts'
import reference from '#src/locales/en-US/reference.ts'
import { jsonSchema } from '../json-schema.ts'
import { chartAddress } from './chart/chart-resource.ts'

/** Default number of rows, smaller than over REST, because a model reads every row. */
const rowsStandard = 100

/**
 * Parameters that change the form of a response or select rows by their source. Tools lack them, because a model reads
 * whole rows in one form.
 */
const notForModels = ['format', 'csv', 'tz', 'columns', 'source']

/** The tools' words for parameters that have an older word in REST. Calls accept both. */
const ownWords: Readonly<Record<string, string>> = { type: 'class', et: 'to', kType: 'interval' }
/** Tools whose `code` is any search text. */
const searching: readonly DataName[] = ['search', 'symbols']

/** Descriptions that the server's instructions give once for all tools. */
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
  /** The REST name of each parameter that has another name here. */
  restNames: ReadonlyMap<string, string>
  answer: ObjectSchema
  listed: ListedTool & { title: string }
}

/** One tool for each data route of the contract, under the route's name. */
export const tools: ReadonlyMap<string, Tool> = new Map(namesOf(dataRoutes).map((name) => [name, toolOf(name)]))

function toolOf(name: DataName): Tool {
  const { path, summary, query, data } = dataRoutes[name]
  const rest = parametersOf(query, path.includes('{class}') ? dataRoutes.kline.params : null)
  const { parameters, restNames } = inOwnWords(name, rest)
  return {
    name,
    path,
    parameters,
    restNames,
    answer: asObject(jsonSchema(z.object({ data }))),
    listed: {
      name,
      title: summary,
      description: name === 'search' ? `${summary}.` : reference.calls[name],
      inputSchema: { ...parameters },
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

/**
 * The REST parameters with the words of tools. If an old name has a newer name with the same meaning, only the newer
 * name stays.
 */
function inOwnWords(tool: DataName, { properties, required = [] }: ObjectSchema) {
  const restNames = new Map<string, string>()
  const fields: [string, JSONObject][] = []
  for (const [name, { description, ...field }] of Object.entries(properties)) {
    const own = name === 'code' && searching.includes(tool) ? 'query' : (ownWords[name] ?? name)
    if (own !== name && own in properties) continue
    if (own !== name) restNames.set(own, name)
    const isSaid = description === undefined || saidOnce.includes(description) || name === 'interval'
    fields.push([own, isSaid ? field : { ...field, description }])
  }
  const named = required.map((name) => ownWords[name] ?? name)
  const all = 'kType' in properties ? [...named, 'interval'] : named
  const parameters: ObjectSchema = { type: 'object', properties: Object.fromEntries(fields), required: all }
  return { parameters, restNames }
}

/** The tool's word for a name that a model took from REST or guessed. */
function ownWord({ parameters: { properties } }: Tool, name: string): string {
  if (Object.hasOwn(properties, name)) return name
  const own = name === 'code' || name === 'q' ? 'query' : ownWords[name]
  return own !== undefined && own in properties ? own : name
}

function asObject(schema: object): ObjectSchema {
  return { ...schema, type: 'object' } as ObjectSchema
}

/**
 * The path and query of the REST call for a tool call. Accepts the forms of values that models usually write; REST
 * validates the values. Refuses unknown names, since REST would ignore them and a model would not notice.
 */
export function restCall(tool: Tool, sent: Record<string, unknown>): { path: string; query: string } {
  const { path, parameters, restNames } = tool
  const { properties, required = [] } = parameters
  const given = Object.fromEntries(Object.entries(sent).map(([name, value]) => [ownWord(tool, name), value]))
  for (const name of Object.keys(given))
    if (!Object.hasOwn(properties, name)) throw refuse('unknown_field', { param: name })
  for (const name of required) if (isAbsent(given[name])) throw refuse('missing_parameter', { param: name })
  const query = new URLSearchParams()
  for (const [name, { default: standard }] of Object.entries(properties)) {
    const value = given[name] ?? standard
    const isInPath = name === 'class' && path.includes('{class}')
    if (!isInPath && !isAbsent(value)) query.set(restNames.get(name) ?? name, textOf(name, value))
  }
  query.set('format', 'json')
  const assetClass = textOf('class', given.class ?? '').toLowerCase()
  // No route has the path of an unknown class, so REST would refuse such a call without counting it.
  if (path.includes('{class}') && !assetClasses.some((known) => known === assetClass)) throw refuse('unknown_class')
  return { path: path.replace('{class}', assetClass), query: query.toString() }
}

/** The path of a tool if the arguments name no class. */
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
