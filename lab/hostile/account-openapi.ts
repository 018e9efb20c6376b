import { fieldsOf } from './examples.ts'
import { endsSession, type JsonSchema, type Place } from './routes.ts'

/** The account API as OpenAPI 3.1, derived from the contract, without the routes that would sign the caller out. */
export function accountOpenApi(places: readonly Place[], url: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const place of places) {
    if (place.origin !== 'site' || place.kind !== 'call' || endsSession(place)) continue
    paths[place.path] = { ...paths[place.path], [place.method.toLowerCase()]: operationOf(place) }
  }
  return { openapi: '3.1.0', info: { title: 'account API', version: '1' }, servers: [{ url }], paths }
}

function operationOf({ path, params, query, body }: Place): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, 'path', params, true))
  const inQuery = fieldsOf(query).map((name) =>
    parameter(name, 'query', query, query.required?.includes(name) ?? false),
  )
  const content = { 'application/json': { schema: withoutDialect(body ?? {}) } }
  return {
    parameters: [...inPath, ...inQuery],
    ...(body ? { requestBody: { required: true, content } } : {}),
    responses: { default: { description: 'an envelope' } },
  }
}

function parameter(name: string, where: string, schema: JsonSchema, required: boolean): object {
  return { name, in: where, required, schema: schema.properties?.[name] ?? { type: 'string' } }
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
