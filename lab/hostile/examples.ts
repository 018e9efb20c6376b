import type { JsonSchema } from './routes.ts'

/** Valid values by field name, so that a request fails only because of the hostile value. */
const known: Record<string, unknown> = {
  code: 'AAPL',
  codes: 'AAPL,MSFT',
  region: 'US',
  class: 'stock',
  type: 'stock',
  kType: 1,
  interval: '1d',
  limit: 5,
  page: 1,
  symbol: 'AAPL$US',
  query: 'apple',
  email: 'someone@example.com',
  password: 'tulip orbit 93 lantern',
  confirmPassword: 'tulip orbit 93 lantern',
  currentPassword: 'tulip orbit 93 lantern',
  purpose: 'signin',
  locale: 'en-US',
  name: 'name',
  aliasName: 'name',
  message: 'message',
  id: '1',
  no: '1',
  date: '2026-01-05',
  from: 1_767_571_200,
  to: 1_767_657_600,
  resolution: '1D',
  rest: 'quick-start',
  provider: 'google',
}

/** A value that fits a schema well enough to pass its first checks. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return exampleOf(choice, name)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'number':
    case 'integer':
      return typeof known[name] === 'number' ? known[name] : 1
    case 'boolean':
      return true
    default:
      return known[name] ?? 'x'
  }
}

function objectOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, name)]))
}

export function fieldsOf(schema: JsonSchema | null): string[] {
  return Object.keys(schema?.properties ?? {})
}
