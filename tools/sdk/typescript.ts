import { type Call, type Field, isOrdered, type Model, type Shape, type Type } from './model.ts'
import { capital, isInstant, isList, shapesIn } from './names.ts'

const head = '// Written by npm run sdk from the contract; do not edit.\n'

export function typescriptFiles({ calls, shapes }: Model): Record<string, string> {
  return {
    'sdk/typescript/calls/shapes.ts': `${head}\n${shapes.map(shapeText).join('\n\n')}\n\n${page}\n`,
    'sdk/typescript/calls/inputs.ts': inputsText(calls),
    'sdk/typescript/calls/paths.ts': pathsText(calls),
    'sdk/typescript/rest-calls.ts': callsText(calls),
  }
}

const page = `/** A page of a list. Its number counts from 0 or from 1, depending on the call. */
export type Page<T> = {
  content: T[]
  totalElements: number
  totalPages?: number
  page: number
  size: number
  /** Whether this is the last page. */
  last: boolean
}`

function shapeText({ name, fields, others }: Shape): string {
  const body = fields.map((field) => fieldText(field, field.required ? '' : '?', typeText(field.type))).join('\n')
  const rest = others ? ` & { [name: string]: ${typeText(others)} }` : ''
  return `export type ${name} = {\n${body}\n}${rest}`
}

function fieldText({ name, note }: Field, mark: string, type: string): string {
  return `${note ? `  /** ${capital(note)}. */\n` : ''}  ${name}${mark}: ${type}`
}

function inputsText(calls: readonly Call[]): string {
  const types = calls.map((call) => {
    const own = call.hasClass ? ['  class: AssetClass'] : []
    const fields = call.fields.map((field) =>
      fieldText(field, field.required ? '' : '?', `${inputType(call, field)}${field.required ? '' : ' | undefined'}`),
    )
    return `export type ${inputName(call)} = {\n${[...own, ...fields].join('\n')}\n}`
  })
  return `${head}
/**
 * A time. A number of 12 digits or more is in ms, a number of 8 digits is a date, and any other number is in seconds.
 * A text is ISO 8601, in UTC if it has no zone.
 */
export type Instant = number | string | Date

export type AssetClass = ${assetClassText}

${types.join('\n\n')}
`
}

const assetClassText = "'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'"

function inputType(call: Call, field: Field): string {
  if (isList(field.name)) return 'string | readonly string[]'
  return isInstant(call.name, field.name) ? 'Instant' : typeText(field.type)
}

function pathsText(calls: readonly Call[]): string {
  const imports = calls.map(inputName).join(', ')
  const table = calls.map((call) => `  ${call.name}: { input: ${inputName(call)}; output: ${typeText(call.output)} }`)
  const shapes = shapesIn(calls.map(({ output }) => output))
  return `${head}
import type { ${imports} } from './inputs.ts'
import type { ${shapes.join(', ')} } from './shapes.ts'

/** The input and the output of each call. */
export type Calls = {
${table.join('\n')}
}
export type CallName = keyof Calls

/** The path of each call. */
export const paths: { readonly [N in CallName]: string } = {
${calls.map(({ name, path }) => `  ${name}: '${path}',`).join('\n')}
}

/** How the next page of a call is requested: by the cursor in the response, or by a page number that begins at 0 or 1. */
export const paging = {
${calls
  .filter(({ paging }) => paging !== null)
  .map(({ name, paging }) => `  ${name}: ${JSON.stringify(paging).replaceAll('"', "'")},`)
  .join('\n')}
} as const
export type PagedName = keyof typeof paging

/** Calls whose pages go forward in time with \`from\`, otherwise back, unless \`order\` sets the direction. */
export const ordered: ReadonlySet<string> = new Set([${orderedCalls(calls)}])
`
}

function orderedCalls(calls: readonly Call[]): string {
  const names = calls.filter(isOrdered).map(({ name }) => `'${name}'`)
  return names.join(', ')
}

function callsText(calls: readonly Call[]): string {
  const shapes = shapesIn(calls.map(({ output }) => output))
  return `${head}
import { type Answer, type CallOptions, Rest } from './rest.ts'
import type { ${calls.map(inputName).join(', ')} } from './calls/inputs.ts'
import type { ${shapes.join(', ')} } from './calls/shapes.ts'

/** Every data call of the gateway as a method. Times are in ms UTC and prices in the quote currency, unless a field says otherwise. */
export class RestCalls extends Rest {
${calls.map(methodText).join('\n\n')}
}
`
}

function methodText(call: Call): string {
  const isEmpty = call.fields.length === 0 && !call.hasClass
  const input = `input: ${inputName(call)}${call.hasClass || call.fields.some(({ required }) => required) ? '' : ' = {}'}`
  const shown = Object.entries(call.example).map(([name, value]) => `${name}: ${quoted(value)}`)
  const given = shown.length > 0 ? `{ ${shown.join(', ')} }` : ''
  return `  /**
   * ${call.summary}.
   *
   * Errors: ${call.errors.map((name) => `\`${name}\``).join(', ')}.
   * @example
   * const { data } = await market.rest.${call.name}(${given})
   */
  ${call.name}(${isEmpty ? `input: ${inputName(call)} = {}` : input}, options: CallOptions = {}): Promise<Answer<${typeText(call.output)}>> {
    return this.get('${call.name}', input, options)
  }`
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'text':
      return 'string'
    case 'whole':
    case 'number':
      return 'number'
    case 'truth':
      return 'boolean'
    case 'words':
      return type.of.map(quoted).join(' | ')
    case 'just':
      return quoted(type.value)
    case 'list':
      return `${inBrackets(typeText(type.of))}[]`
    case 'table':
      return `Record<string, ${typeText(type.of)}>`
    case 'page':
      return `Page<${typeText(type.of)}>`
    case 'maybe':
      return `${typeText(type.of)} | null`
    case 'shape':
      return type.name
  }
}

function inBrackets(text: string): string {
  return text.includes(' ') ? `(${text})` : text
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function inputName({ name }: Call): string {
  return `${capital(name)}Input`
}
