import { z } from 'zod'
import { dataRoutes, fileRoutes } from '#src/contract/data/data.ts'
import recorded from '#src/contract/data/examples.json' with { type: 'json' }
import { tableFormat } from '#src/contract/data/fields.ts'
import { udfRoutes } from '#src/contract/data/udf.ts'
import { dataEnvelope, errorEnvelope } from '#src/contract/envelope.ts'
import { type ErrorName, errorCatalogue } from '#src/contract/errors.ts'
import type { Route } from '#src/contract/route.ts'
import { openApiSchema } from '../json-schema.ts'
import { folderOf, folders } from './folders.ts'
import { arrowType } from './wire/packed/arrow.ts'
import { parquetType } from './wire/packed/parquet.ts'

const examples: Readonly<Record<string, readonly { request: string; answer: unknown }[]>> = recorded

/** The REST data API as OpenAPI 3.1, generated from the contract and recorded responses. */
export function openApi(servers: readonly string[], title: string): object {
  const paths = [
    ...pathsOf(dataRoutes, (route, shown) => contentOf(route, dataEnvelope(route.data), shown)),
    ...pathsOf(udfRoutes, (route, shown) => contentOf(route, route.data, shown)),
    ...pathsOf(fileRoutes, (route, shown) => ({
      'application/gzip': { schema: openApiSchema(route.data), ...shown },
      [parquetType]: { schema: {} },
    })),
  ]
  return {
    ...headOf(servers, `${title} market data`),
    tags: folders.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      ...componentsOf(),
      headers: Object.fromEntries(answerHeaders.map((name) => [name, { schema: { type: 'string' } }])),
    },
  }
}

/** The fields of a document that do not depend on its calls. */
export function headOf(servers: readonly string[], title: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Times are ms UTC, prices raw in the quote currency. Every JSON success is 200 with code 0.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: servers.map((url) => ({ url })),
    security: [{ token: [] }, { bearer: [] }],
  }
}

export function componentsOf() {
  return {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'token' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    schemas: { Refusal: openApiSchema(errorEnvelope.omit({ data: true })) },
  }
}

const answerHeaders = ['RateLimit', 'X-RateLimit-Remaining', 'X-Request-Id']

type Shown = { examples: Record<string, { value: unknown }> }

function pathsOf(
  routes: Readonly<Record<string, Route>>,
  contentOf: (route: Route, shown: Shown) => object,
): [string, object][] {
  return Object.entries(routes).map(([name, route]) => {
    const shown = (examples[name] ?? []).map(({ request, answer }) => [request, { value: answer }] as const)
    return [route.path, { get: operation(name, route, contentOf(route, { examples: Object.fromEntries(shown) })) }]
  })
}

function operation(name: string, route: Route, content: object): object {
  return {
    operationId: name,
    tags: [folderOf(route.path)],
    summary: route.summary,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    responses: {
      200: { description: 'what was asked for', headers: headerRefs(), content },
      ...errorResponses(route.errors),
    },
  }
}

/** Older names of `interval` and `to`. */
const oldNames = ['kType', 'et']

type JsonSchema = { properties?: Record<string, { description?: string }>; required?: string[] }

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = openApiSchema(schema) as JsonSchema
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    ...(oldNames.includes(name) ? { deprecated: true } : {}),
    schema: rest,
  }))
}

function contentOf(route: Route, answer: z.ZodType, shown: Shown): object {
  const format: unknown = route.query instanceof z.ZodObject ? route.query.shape.format : undefined
  return {
    'application/json': { schema: openApiSchema(answer), ...shown },
    ...(format
      ? { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: { type: 'string' } } }
      : {}),
    ...(format === tableFormat.format ? { [parquetType]: { schema: {} }, [arrowType]: { schema: {} } } : {}),
  }
}

export function errorResponses(names: readonly ErrorName[]): Record<string, object> {
  const byStatus = new Map<number, ErrorName[]>()
  for (const name of names) {
    const { status } = errorCatalogue[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

function headerRefs(): Record<string, object> {
  return Object.fromEntries(answerHeaders.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
