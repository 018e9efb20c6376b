import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { gatewayRoutes } from '#src/contract/data/data.ts'
import { pushMessages } from '#src/contract/data/ingest.ts'
import { locales } from '#src/contract/locale.ts'
import type { Route } from '#src/contract/route.ts'
import { otherPaths, sitePages } from '#test/fixtures/site-paths.ts'

/**
 * An endpoint to attack. `path` has parameters as `{name}`. The schemas are JSON schemas, empty if the route accepts
 * no such input.
 */
export type Endpoint = {
  /** The name of the route. A route in three languages is three endpoints. */
  route: string
  origin: 'site' | 'gateway'
  kind: 'call' | 'page'
  /** The person or program whose credentials a request has. */
  as: Identity
  method: string
  path: string
  params: JsonSchema
  query: JsonSchema
  body: JsonSchema | null
}

export type Identity = 'customer' | 'staff' | 'producer'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  [more: string]: unknown
}

const contract = join(import.meta.dirname, '../../src/contract')
const inLocale = new RegExp(`^/(${locales.join('|')})(?=[/.]|$)`)
const dataRoutes: readonly Route[] = Object.values(gatewayRoutes)

/**
 * The routes of the contract and of the site, read from them so that new ones are included, and the gateway's other
 * paths, listed here.
 */
export async function allEndpoints(): Promise<Endpoint[]> {
  const calls = (await siteRoutes()).map((route) => endpointOf('site', route))
  const data = dataRoutes.map((route) => endpointOf('gateway', route))
  const open = ['/openapi.json', '/asyncapi.json', '/healthz/ready'].map((path) =>
    bareEndpoint('gateway', 'call', path),
  )
  const endpoints = [...calls, ...data, ...open, mcpEndpoint(), ...pushEndpoints(), ...pageEndpoints()]
  return [...endpoints.filter((endpoint) => !endsSession(endpoint)), ...endpoints.filter(endsSession)]
}

/** Whether a route can end the session. Such attacks are sent last, so that the customer stays signed in. */
export function endsSession({ path }: Endpoint): boolean {
  return /sign-?out|security\/(delete|password|email|confirm|devices)|revoke|reset/.test(path)
}

/** Routes of the contract that the site serves, not the gateway. */
async function siteRoutes(): Promise<Route[]> {
  const files = (await readdir(contract, { recursive: true })).filter((name) =>
    /^[^.]+\.ts$/.test(name.split('/').at(-1) ?? ''),
  )
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(contract, name)).href)))
  const exported = modules.flatMap((module) => Object.values(module as Record<string, unknown>)).flat()
  const data = new Set<unknown>(dataRoutes)
  return [...new Set(exported)].filter((value): value is Route => isRoute(value) && !data.has(value))
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
}

function endpointOf(origin: Endpoint['origin'], { method, path, params, query, body }: Route): Endpoint {
  return {
    route: routeOf(origin, method, path),
    origin,
    kind: 'call',
    as: identityOf(path),
    method,
    path,
    params: schemaOf(params),
    query: schemaOf(query),
    body: body ? schemaOf(body) : null,
  }
}

function schemaOf(schema: z.ZodType | undefined): JsonSchema {
  if (!schema) return {}
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** The example page of a fault. It answers 500 on purpose. */
export const errorPage = bareEndpoint('site', 'page', '/en-US/error')

export function bareEndpoint(
  origin: Endpoint['origin'],
  kind: Endpoint['kind'],
  path: string,
  method = 'GET',
): Endpoint {
  const as = identityOf(path)
  return { route: routeOf(origin, method, path), origin, kind, as, method, path, params: {}, query: {}, body: null }
}

function routeOf(origin: Endpoint['origin'], method: string, path: string): string {
  return `${method} ${origin}${path.replace(inLocale, '/{locale}')}`
}

function identityOf(path: string): Identity {
  if (path.startsWith('/ingest')) return 'producer'
  return /^\/(?:api|[a-z]{2}-[A-Z]{2})\/operator(?:\/|$)/.test(path) ? 'staff' : 'customer'
}

/** The Model Context Protocol: one path; the method is in the body. */
function mcpEndpoint(): Endpoint {
  const methods = ['initialize', 'ping', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'resources/read']
  const toolNames = [...Object.keys(gatewayRoutes), 'none']
  const params = z.object({
    name: z.enum(toolNames).or(z.string()).optional(),
    uri: z.string().optional(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    protocolVersion: z.string().optional(),
  })
  const message = z.object({ jsonrpc: z.literal('2.0'), id: z.number(), method: z.enum(methods), params })
  return { ...bareEndpoint('gateway', 'call', '/mcp', 'POST'), body: schemaOf(message) }
}

/** Data that programs push: each body is one line. */
function pushEndpoints(): Endpoint[] {
  const posts = Object.entries(pushMessages).map(([kind, message]) => ({
    ...bareEndpoint('gateway', 'call', `/ingest/${kind}`, 'POST'),
    body: schemaOf(message),
  }))
  return [bareEndpoint('gateway', 'call', '/ingest'), ...posts]
}

/** Each page and each other path: as a document, as router data, and as the target of a form. */
function pageEndpoints(): Endpoint[] {
  const pages = sitePages.flatMap(({ path }) => locales.map((locale) => `/${locale}${path}`))
  const named = pages.map((path) => path.replaceAll(/:(\w+)/g, '{$1}').replaceAll('*', '{rest}'))
  const paths = [...new Set([...named, ...otherPaths()])].filter((path) => !isErrorPage(path))
  return paths.flatMap((path) => [
    bareEndpoint('site', 'page', path),
    bareEndpoint('site', 'page', `${path === '/' ? '/_root' : path}.data`),
    bareEndpoint('site', 'page', path, 'POST'),
  ])
}

function isErrorPage(path: string): boolean {
  return /\/error(\.data)?$/.test(path)
}
