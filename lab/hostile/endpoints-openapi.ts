import { fieldsOf } from './examples.ts'
import { type Endpoint, endsSession, type JsonSchema } from './routes.ts'

/** Endpoints as OpenAPI 3.1, without those that would sign the caller out. */
export function openApiOf(endpoints: readonly Endpoint[], url: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    if (endsSession(endpoint)) continue
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return { openapi: '3.1.0', info: { title: 'API', version: '1' }, servers: [{ url }], paths }
}

function operationOf({ path, params, query, body }: Endpoint): object {
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
