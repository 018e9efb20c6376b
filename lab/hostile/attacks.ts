import { hostileBodies, hostileJson } from './bodies.ts'
import { exampleOf, fieldsOf } from './examples.ts'
import { hostileHeaders, hostileMethods, hostilePathEnds, hostileQueries } from './lines.ts'
import type { RawRequest } from './raw-http.ts'
import type { Endpoint } from './routes.ts'
import type { Identities, Target } from './target.ts'
import { hostileTexts } from './values.ts'

/** One hostile request to one route; `name` is short enough for the message of a failure. */
export type Attack = { endpoint: Endpoint; name: string; change: Change }

/** The differences from a valid request. */
export type Change = Partial<{
  method: string
  path: string
  query: string
  headers: readonly (readonly [string, string])[]
  body: Buffer
  isAnonymous: boolean
}>

const textHeaders = ['token', 'lang', 'cookie', 'accept-language', 'if-none-match']

export type Sender = { target: Target; identities: Identities }

const formFields = [
  'intent',
  'email',
  'password',
  'confirmPassword',
  'code',
  'verification',
  'redirect',
  'plan',
  'months',
  'locale',
  'theme',
  'zone',
]

/** A hostile input and its changes to a valid request; none if the endpoint has no field for the input. */
export type HostileInput = { name: string; needsBody: boolean; changesOn(endpoint: Endpoint): Making[] }

/** Creates a change only when it is sent, because bodies of 60 KB for all endpoints together would fill the memory. */
type Making = () => Change

export const hostileInputs: readonly HostileInput[] = [
  ...distinct(hostileTexts).map((text) => input(`text ${shown(text)}`, (endpoint) => textChanges(endpoint, text))),
  ...hostileJson.map((json) => ({
    ...input(`json ${shown(json)}`, (endpoint) => (endpoint.body ? [() => jsonBody(endpoint, json)] : [])),
    needsBody: true,
  })),
  ...hostileBodies.map(([type, body]) =>
    input(`${type} ${shown(String(body))}`, (endpoint) => [
      () => ({ headers: [['content-type', type]], body: Buffer.from(body), ...unlessGet(endpoint) }),
    ]),
  ),
  ...hostileQueries.map((query) => input(`query ${shown(query)}`, () => [() => ({ query })])),
  ...hostilePathEnds.map((end) =>
    input(`path ${shown(end)}`, (endpoint) => [() => ({ path: pathOf(endpoint) + latin1(end) })]),
  ),
  ...hostileHeaders.map((headers) => input(`header ${shown(JSON.stringify(headers))}`, () => [() => ({ headers })])),
  ...hostileMethods.map((method) => input(`method ${shown(method)}`, () => [() => ({ method })])),
]

function input(name: string, changesOn: HostileInput['changesOn']): HostileInput {
  return { name, needsBody: false, changesOn }
}

export function* everyAttack(endpoints: readonly Endpoint[]): Generator<Attack> {
  for (const endpoint of endpoints)
    for (const { name, changesOn } of hostileInputs)
      for (const making of changesOn(endpoint)) yield { endpoint, name, change: making() }
}

export function requestOf({ endpoint, change }: Attack, { target, identities }: Sender): RawRequest {
  const { origin, method, body } = endpoint
  const query = change.query ?? queryOf(endpoint)
  const { customer, staff, producer } = identities
  const own: [string, string][] =
    origin === 'gateway'
      ? [
          ['token', endpoint.as === 'producer' ? producer : customer.key],
          ['accept', 'application/json, text/event-stream'],
        ]
      : [
          ['cookie', endpoint.as === 'staff' ? staff : customer.cookie],
          ['lang', 'en-US'],
        ]
  const headers = new Map<string, string>(change.isAnonymous ? [] : own)
  const sentBody = change.body ?? (body && !change.method ? Buffer.from(JSON.stringify(exampleOf(body))) : undefined)
  if (sentBody)
    headers.set('content-type', endpoint.kind === 'page' ? 'application/x-www-form-urlencoded' : 'application/json')
  for (const [name, value] of change.headers ?? []) headers.set(name, value)
  return {
    port: target[origin].port,
    method: change.method ?? method,
    target: (change.path ?? pathOf(endpoint)) + (query === '' ? '' : `?${latin1(query)}`),
    headers: [...headers],
    ...(sentBody ? { body: sentBody } : {}),
  }
}

function textChanges(endpoint: Endpoint, text: string): Making[] {
  const names = fieldsOf(endpoint.query)
  const own = names.length > 0 ? names : ['q', 'redirect']
  return [
    ...(/\{\w+\}/.test(endpoint.path) ? [() => ({ path: pathOf(endpoint, escaped(text)) })] : []),
    ...fieldsOf(endpoint.body).map((name) => () => jsonBody(endpoint, JSON.stringify(text), name)),
    ...(endpoint.kind === 'page' && endpoint.method === 'POST' ? [() => formBody(text)] : []),
    ...names.map((name) => () => ({ query: queryOf(endpoint, { [name]: text }) })),
    () => ({ query: own.map((name) => `${name}=${escaped(text)}`).join('&') }),
    () => ({ headers: textHeaders.map((name) => [name, latin1(text)] as const) }),
  ]
}

/** A body with one hostile field; the others are valid. */
function jsonBody(endpoint: Endpoint, json: string, name?: string): Change {
  const fields = fieldsOf(endpoint.body)
  const hostile = name ?? fields[json.length % Math.max(1, fields.length)] ?? 'x'
  const right = endpoint.body ? (exampleOf(endpoint.body) as Record<string, unknown>) : {}
  const parts = [...new Set([...fields, hostile])].map(
    (field) => `${JSON.stringify(field)}:${field === hostile ? json : JSON.stringify(right[field] ?? null)}`,
  )
  return { body: Buffer.from(`{${parts.join(',')}}`) }
}

function formBody(text: string): Change {
  return { body: Buffer.from(formFields.map((name) => `${name}=${escaped(text)}`).join('&')) }
}

function unlessGet({ method }: Endpoint): Change {
  return method === 'GET' ? { method: 'POST' } : {}
}

function pathOf({ path, params }: Endpoint, value?: string): string {
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => value ?? encodeURIComponent(String(exampleOf(params.properties?.[name] ?? {}, name))),
  )
}

function queryOf({ query }: Endpoint, change: Record<string, string> = {}): string {
  const required = query.required ?? []
  const names = new Set([
    ...required,
    ...fieldsOf(query).filter((name) => ['code', 'region'].includes(name)),
    ...Object.keys(change),
  ])
  return [...names]
    .map((name) => `${name}=${escaped(change[name] ?? String(exampleOf(query.properties?.[name] ?? {}, name)))}`)
    .join('&')
}

/** Escapes a text. A lone surrogate has no UTF-8 encoding, so the three bytes of UTF-8's scheme for it are sent. */
function escaped(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

/** The UTF-8 bytes of a text as latin1 characters, for a line that is written byte by byte. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function shown(text: string): string {
  const quoted = JSON.stringify(text)
  return quoted.length > 60 ? `${quoted.slice(0, 60)}… (${text.length})` : quoted
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
