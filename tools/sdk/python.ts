import { type Call, type Field, isOrdered, type Model, type Shape, type Type } from './model.ts'
import { capital, isInstant, isList, isTimeColumn, rowShape, rowType, shapesIn, snake } from './names.ts'
import { wrapped } from './text.ts'

const folder = 'sdk/python/src/market_data_client/calls'
const future = 'from __future__ import annotations\n'

export function pythonFiles({ calls, shapes }: Model): Record<string, string> {
  const aliases = aliasesOf(calls)
  return {
    [`${folder}/__init__.py`]: head('The calls of the gateway.'),
    [`${folder}/shapes.py`]: shapesText(shapes, aliases),
    [`${folder}/paths.py`]: pathsText(calls, shapes),
    [`${folder}/sync_calls.py`]: callsText(calls, aliases, false),
    [`${folder}/async_calls.py`]: callsText(calls, aliases, true),
  }
}

function head(what: string): string {
  return `# Written by npm run sdk from the contract; do not edit.\n"""${what}"""\n`
}

/** Names of long unions that many calls share, by the union's text. */
type Aliases = Map<string, string>

function aliasesOf(calls: readonly Call[]): Aliases {
  const field = (call: string, name: string) =>
    calls.find((one) => one.name === call)?.fields.find((one) => one.name === name)
  const named = [
    ['AssetClass', field('symbols', 'type')],
    ['Interval', field('kline', 'interval')],
  ] as const
  return new Map(named.flatMap(([name, one]) => (one ? [[typeText(one.type, new Map()), name] as const] : [])))
}

function shapesText(shapes: readonly Shape[], aliases: Aliases): string {
  const unions = [...aliases].map(([text, name]) => `${name} = ${text}`)
  return `${head('The fields of responses and of stream events, with their names in the API.')}
${future}
from typing import Literal, TypedDict

${unions.join('\n')}

${shapes.map((shape) => shapeText(shape, aliases)).join('\n\n')}
`
}

const reserved = new Set(['class', 'from'])

function shapeText(shape: Shape, aliases: Aliases): string {
  const { name, fields, others } = shape
  const typeOf = (field: Field) => typeText(field.type, aliases)
  if (others) {
    const values = new Set([...fields.map(typeOf), typeText(others, aliases)].flatMap((text) => text.split(' | ')))
    const known = fields.map((field) => `\`${field.name}\`${field.note ? `: ${field.note}` : ''}`).join('; ')
    // A type checker accepts int and bool as floats.
    const union = [...values].filter((text) => !['int', 'Literal[False]', 'None'].includes(text))
    return `\n${name} = dict[str, ${[...union, 'None'].join(' | ')}]\n"""Figures by name, beside ${known}."""`
  }
  const line = (field: Field) =>
    `    ${field.name}: ${typeOf(field)}${field.note ? `\n    """${capital(field.note)}."""` : ''}`
  if (fields.some((field) => reserved.has(field.name))) {
    const entry = (field: Field) =>
      `        "${field.name}": ${typeOf(field)},${field.note ? `  # ${capital(field.note)}.` : ''}`
    return `\n${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(entry).join('\n')}\n    },\n)`
  }
  const needed = fields.filter(({ required }) => required)
  const optional = fields.filter(({ required }) => !required)
  if (optional.length === 0) return `\nclass ${name}(TypedDict):\n${needed.map(line).join('\n')}`
  return `
class _${name}Needs(TypedDict):
${needed.map(line).join('\n')}


class ${name}(_${name}Needs, total=False):
${optional.map(line).join('\n')}`
}

function pathsText(calls: readonly Call[], shapes: readonly Shape[]): string {
  const paged = calls.filter(({ paging }) => paging !== null)
  const pages = calls.filter(({ output }) => output.kind === 'page')
  const timed = calls.flatMap((call) => {
    const columns = rowFields(call, shapes).filter(isTimeColumn)
    return columns.length > 0 ? [`    "${call.name}": (${columns.map(({ name }) => `"${name}",`).join(' ')}),`] : []
  })
  return `${head('The path of each call, its kind of paging, and its columns with times.')}
${future}
PATHS: dict[str, str] = {
${calls.map(({ name, path }) => `    "${name}": "${path}",`).join('\n')}
}

PAGING: dict[str, str | int] = {
${paged.map(({ name, paging }) => `    "${name}": ${JSON.stringify(paging)},`).join('\n')}
}
"""How the next page is requested: by the cursor in the response, or by a page number that begins at 0 or 1."""

ORDERED = frozenset((${calls
    .filter(isOrdered)
    .map(({ name }) => `"${name}"`)
    .join(', ')}))
"""Calls whose pages go forward in time with \`from\`, otherwise back, unless \`order\` sets the direction."""

PAGED_ANSWERS = frozenset((${pages.map(({ name }) => `"${name}"`).join(', ')}))

TIMES: dict[str, tuple[str, ...]] = {
${timed.join('\n')}
}

COLUMNS: dict[str, dict[str, type]] = {
${columnsOf(calls, shapes).join('\n')}
}
"""The columns of a data frame without rows."""
`
}

/** The fields of the rows of a call. An object that only has `content` has its rows there. */
function rowFields(call: Call, shapes: readonly Shape[]): readonly Field[] {
  const fieldsOf = (type: Type) => shapes.find(({ name }) => name === rowShape(type))?.fields ?? []
  const fields = fieldsOf(call.output)
  const [only] = fields
  return fields.length === 1 && only?.name === 'content' ? fieldsOf(only.type) : fields
}

/** Columns that every row of a call has, with their Python types. */
function columnsOf(calls: readonly Call[], shapes: readonly Shape[]): string[] {
  return calls.flatMap((call) => {
    const fields = rowFields(call, shapes).filter(({ required }) => required)
    if (fields.length === 0) return []
    const columns = fields.map((field) => `"${field.name}": ${columnType(field.type)}`)
    const own = call.output.kind === 'table' ? ['"code": str'] : []
    return [`    "${call.name}": {${[...own, ...columns].join(', ')}},`]
  })
}

function columnType(type: Type): string {
  const text = typeText(type, new Map())
  return ['int', 'float', 'str', 'bool'].includes(text) ? text : 'object'
}

function callsText(calls: readonly Call[], aliases: Aliases, isAsync: boolean): string {
  const name = isAsync ? 'AsyncCalls' : 'Calls'
  const base = isAsync ? 'AsyncRest' : 'Rest'
  const module = isAsync ? 'async_rest' : 'rest'
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator'
  const shapes = [...shapesIn(calls.map(({ output }) => output)).filter((one) => one !== 'Page'), ...aliases.values()]
  return `${head(`Every data call of the gateway as a method${isAsync ? ' of an asynchronous client' : ''}.`)}
${future}
from collections.abc import ${iterator}, Sequence
from typing import Literal

from ..answer import Answer, Page
from ..rest.${module} import ${base}
from ..rest.times import Instant
from .shapes import (
${shapes
  .toSorted()
  .map((one) => `    ${one},`)
  .join('\n')}
)


class ${name}(${base}):
    """Every data call of the gateway.

    Times are in ms UTC and prices in the quote currency, unless the description of a field says otherwise. A call raises
    \`ApiError\` when it does not succeed. Its \`kind\` is \`network\`, \`server\` and so on; its \`error\` is one of the
    names that the method lists.
    """

${calls.map((call) => methodsText(call, aliases, isAsync)).join('\n\n')}
`
}

function methodsText(call: Call, aliases: Aliases, isAsync: boolean): string {
  const answer = `Answer[${typeText(call.output, aliases)}]`
  const method = `    ${isAsync ? 'async ' : ''}def ${snake(call.name)}${signature(call, call.fields, aliases)} -> ${answer}:
        """${call.summary}.

${argumentsText(call.fields)}        Raises:
${wrapped(`ApiError: ${call.errors.map((name) => `\`${name}\``).join(', ')}.`, 12, 16)}

        Example:
            answer = ${isAsync ? 'await ' : ''}market.rest.${snake(call.name)}(${exampleText(call)})
        """
        return ${isAsync ? 'await ' : ''}self.call("${call.name}", ${valuesText(call, call.fields)})`
  if (call.paging === null) return method
  const fields = call.fields.filter(({ name }) => name !== 'cursor' && name !== 'page')
  return `${method}

    def iter_${snake(call.name)}${signature(call, fields, aliases)} -> ${isAsync ? 'AsyncIterator' : 'Iterator'}[${typeText(rowType(call.output), aliases)}]:
        """All rows of all pages of \`${snake(call.name)}\`. Pages are requested while rows are read.${isOrdered(call) ? ' The rows are oldest first with `from_`, otherwise newest first, unless `order` sets the direction.' : ''}${fields.some(({ name }) => /^(limit|size)$/.test(name)) ? ` \`${fields.find(({ name }) => /^(limit|size)$/.test(name))?.name}\` is the length of a page.` : ''}"""
        return self._rows("${call.name}", ${valuesText(call, fields)})`
}

function signature(call: Call, fields: readonly Field[], aliases: Aliases): string {
  const type = (field: Field) => {
    if (isList(field.name)) return 'str | Sequence[str]'
    return isInstant(call.name, field.name) ? 'Instant' : typeText(field.type, aliases)
  }
  const needed = fields.filter(({ required }) => required).map((field) => `${argument(field.name)}: ${type(field)}`)
  const optional = fields
    .filter(({ required }) => !required)
    .map((field) => `${argument(field.name)}: ${type(field)} | None = None`)
  const all = [
    'self',
    ...(call.hasClass ? ['asset_class: AssetClass'] : []),
    ...needed,
    ...(optional.length > 0 ? ['*'] : []),
    ...optional,
  ]
  return `(\n${all.map((one) => `        ${one},`).join('\n')}\n    )`
}

function argumentsText(fields: readonly Field[]): string {
  const notes = fields.filter(({ note }) => note).map(({ name, note }) => `${argument(name)}: ${capital(note)}.`)
  const lines = notes.map((line) => wrapped(line, 12, 16))
  return lines.length > 0 ? `        Args:\n${lines.join('\n')}\n\n` : ''
}

function valuesText(call: Call, fields: readonly Field[]): string {
  const own = call.hasClass ? ['"class": asset_class'] : []
  const entries = [...own, ...fields.map(({ name }) => `"${name}": ${argument(name)}`)]
  return entries.length > 3
    ? `{\n${entries.map((entry) => `            ${entry},`).join('\n')}\n        }`
    : `{${entries.join(', ')}}`
}

/** The recorded request as Python arguments. Required arguments are positional. */
export function exampleText(call: Call): string {
  const needed = ['class', ...call.fields.filter(({ required }) => required).map(({ name }) => name)]
  const first = needed.filter((name) => name in call.example).map((name) => JSON.stringify(call.example[name]))
  const others = Object.entries(call.example).filter(([name]) => !needed.includes(name))
  return [...first, ...others.map(([name, value]) => `${argument(name)}=${JSON.stringify(value)}`)].join(', ')
}

function argument(name: string): string {
  return name === 'class' ? 'asset_class' : reserved.has(name) ? `${name}_` : snake(name)
}

function typeText(type: Type, aliases: Aliases): string {
  switch (type.kind) {
    case 'text':
      return 'str'
    case 'whole':
      return 'int'
    case 'number':
      return 'float'
    case 'truth':
      return 'bool'
    case 'words': {
      const text = `Literal[${type.of.map((word) => `"${word}"`).join(', ')}]`
      return aliases.get(text) ?? text
    }
    case 'just':
      return `Literal[${literal(type.value)}]`
    case 'list':
      return `list[${typeText(type.of, aliases)}]`
    case 'table':
      return `dict[str, ${typeText(type.of, aliases)}]`
    case 'page':
      return `Page[${typeText(type.of, aliases)}]`
    case 'maybe':
      return `${typeText(type.of, aliases)} | None`
    case 'shape':
      return type.name
  }
}

function literal(value: boolean | string | number): string {
  return typeof value === 'boolean' ? capital(String(value)) : JSON.stringify(value)
}
