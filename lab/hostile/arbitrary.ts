import fc from 'fast-check'
import type { Attack, Change } from './attacks.ts'
import { hostileBodies, hostileJson } from './bodies.ts'
import { fieldsOf } from './examples.ts'
import { hostileHeaders, hostilePathEnds, hostileQueries } from './lines.ts'
import type { Endpoint, JsonSchema } from './routes.ts'
import { hostileTexts } from './values.ts'

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts)).map((two) => two.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ maxLength: 4 }), fc.integer({ min: 1, max: 9_000 }))
      .map(([one, times]) => one.repeat(times)),
  },
)

const number = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), fc.constantFrom(0, -0, 1e308, 5e-324))

/** Mostly values that fit the schema. A request whose fields are all wrong would be refused at its first field. */
function anyValueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: rightValueOf(schema) },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 3 }) },
  )
}

function rightValueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(anyValueOf))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, anyValueOf(one)])),
        { requiredKeys: schema.required ?? [] },
      )
    case 'array':
      return fc.array(anyValueOf(schema.items ?? {}), { maxLength: 20 })
    case 'number':
    case 'integer':
      return number
    case 'boolean':
      return fc.boolean()
    default:
      return text
  }
}

export function arbitraryAttack(endpoints: readonly Endpoint[]): fc.Arbitrary<Attack> {
  return fc
    .constantFrom(...endpoints)
    .chain((endpoint) => changeOf(endpoint).map((change) => ({ endpoint, change, name: shownOf(change) })))
}

function changeOf(endpoint: Endpoint): fc.Arbitrary<Change> {
  const names = fieldsOf(endpoint.query)
  const query = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...(names.length > 0 ? names : ['q'])), text), { maxLength: 5 })
        .map(formOf),
    },
    { weight: 1, arbitrary: fc.constantFrom(...hostileQueries) },
  )
  const path = fc
    .tuple(text, fc.option(fc.constantFrom(...hostilePathEnds), { freq: 6 }))
    .map(
      ([value, end]) =>
        endpoint.path.replaceAll(/\{\w+\}/g, escaped(value)) +
        (end === null ? '' : Buffer.from(end).toString('latin1')),
    )
  const parts = { query, path, headers: fc.constantFrom(...hostileHeaders), isAnonymous: fc.boolean() }
  const extra = fc.record(endpoint.path.includes('{') ? parts : { ...parts, path: fc.constant(endpoint.path) }, {
    requiredKeys: [],
  })
  return endpoint.method === 'GET'
    ? extra
    : fc.tuple(extra, bodyOf(endpoint)).map(([change, body]) => ({ ...change, body }))
}

function bodyOf({ kind, body }: Endpoint): fc.Arbitrary<Buffer> {
  const odd = fc.oneof(
    fc.constantFrom(...hostileJson),
    fc.constantFrom(...hostileBodies.map(([, one]) => one)),
    fc.json(),
  )
  const right =
    kind === 'page'
      ? fc
          .array(
            fc.tuple(
              fc.constantFrom('intent', 'email', 'mode', 'ticket', 'code', 'socket', 'redirect', 'locale'),
              text,
            ),
            { maxLength: 6 },
          )
          .map(formOf)
      : rightValueOf(body ?? { type: 'object' }).map((value) => asJson(value))
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: odd }).map((one) => Buffer.from(one))
}

/** Messages of a socket, well-formed or arbitrary. */
export const arbitraryMessage: fc.Arbitrary<string> = fc.oneof(
  fc
    .record(
      {
        ac: fc.oneof(fc.constantFrom('auth', 'subscribe', 'unsubscribe', 'list', 'ping', 'resume'), text),
        params: fc.oneof(text, fc.anything({ maxDepth: 3 })),
        types: fc.oneof(text, fc.constant('tick')),
        id: fc.anything({ maxDepth: 1 }),
      },
      { requiredKeys: ['ac'] },
    )
    .map((value) => asJson(value)),
  fc.json(),
  text,
)

/** JSON of any value: a bigint becomes a number, a value without JSON becomes `null`. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)) ?? 'null'
  } catch {
    return 'null'
  }
}

function formOf(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name}=${escaped(value)}`).join('&')
}

function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

function shownOf(change: Change): string {
  const { body, ...rest } = change
  return `${JSON.stringify(rest).slice(0, 300)} ${body?.toString('utf8', 0, 200) ?? ''}`
}
