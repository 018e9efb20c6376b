import type { IncomingMessage, ServerResponse } from 'node:http'
import { dataRoutes } from '#src/contract/data/data.ts'
import type { Refusal } from '#src/contract/errors.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { RestServer } from '../rest/server.ts'
import { gatewaySettings } from '../settings.ts'
import { alpaca } from './alpaca/alpaca.ts'
import { settleFunds } from './funds.ts'
import { massive } from './massive/massive.ts'
import type { Found, Part, PartAnswer } from './vendor/route.ts'
import { type Match, RouteTable, type Vendor } from './vendor/vendor.ts'
import { secretOf, VendorWriter } from './writer.ts'

const vendors: Readonly<Record<string, Vendor>> = { massive, alpaca }

type Opened = { vendor: Vendor; table: RouteTable }
type Request = { incoming: IncomingMessage; query: URLSearchParams; secret: () => string }
/** `earlier`: the responses of all parts except the last. */
type Prepared = { earlier: PartAnswer[]; last: Part | null; refusal: Refusal | null }

/**
 * Serves the APIs of other vendors: translates each request into calls of the data REST. `COMPATIBLE_APIS` names the
 * vendors.
 */
export class CompatibleServer {
  readonly #ctx: Platform
  readonly #rest: RestServer
  readonly #opened: readonly Opened[]

  constructor(ctx: Platform, rest: RestServer) {
    this.#ctx = ctx
    this.#rest = rest
    this.#opened = ctx.settings.of(gatewaySettings).compatibleApis.flatMap((name) => {
      const vendor = vendors[name]
      return vendor ? [{ vendor, table: new RouteTable(vendor.routes) }] : []
    })
  }

  isFor({ url = '/' }: IncomingMessage): boolean {
    return this.#opened.some(({ vendor }) => url.startsWith(`${vendor.root}/`))
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/' } = incoming
    const opened = this.#opened.find(({ vendor }) => url.startsWith(`${vendor.root}/`))
    if (!opened) throw new Error(`no compatible API is at ${url}`)
    this.#answer(incoming, outgoing, opened).catch((cause: unknown) => {
      this.#ctx.log.error('an answer in the form of another vendor could not be sent', { cause })
      outgoing.destroy()
    })
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse, { vendor, table }: Opened): Promise<void> {
    const { root, keyParameter } = vendor
    const url = incoming.url ?? ''
    const mark = url.indexOf('?')
    let path = mark < 0 ? url : url.slice(0, mark)
    // Some clients append the whole path of the next page to their base address, which ends with the root.
    while (path.startsWith(`${root}/`)) path = path.slice(root.length)
    const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
    const secret = () => secretOf(incoming, vendor, query)
    let match: Match | null = null
    let found: Found | null = null
    let prepared: Prepared = { earlier: [], last: null, refusal: null }
    try {
      match = table.find(path)
      found = match && (await this.#find(vendor, match, { incoming, query, secret }))
      if (found) prepared = await this.#prepare(incoming, outgoing, root, found, secret)
    } catch (error) {
      const refusal = refusalOf(this.#ctx, error, 'a call in the form of another vendor failed', { path })
      prepared = { earlier: [], last: null, refusal }
    }
    const { earlier, last, refusal } = prepared
    const call = found?.route.call ?? (refusal ? match?.routes[0]?.call : undefined)
    const refused = call && { call, class: found?.asked.ticker.class ?? ('stock' as const), query: {} }
    const part = last ?? refused
    const ours = part ? { path: pathOf(part), query: queryOf(part) } : { path: root + path, query: '' }
    const next = nextPage(this.#origin(incoming) + root + path, query, keyParameter)
    const writer = new VendorWriter({ vendor, path, secret, found, earlier, last, next, now: this.#ctx.clock.now() })
    this.#rest.answer(incoming, outgoing, { root, ...ours, refusal }, writer)
  }

  async #find(vendor: Vendor, { params, routes }: Match, { incoming, query, secret }: Request): Promise<Found | null> {
    const tickers = [...(routes[0]?.tickers?.({ params, query }) ?? [vendor.readTicker(params.ticker ?? '')])]
    const [ticker = vendor.readTicker('')] = tickers
    const asked = { params, query, ticker, tickers, now: this.#ctx.clock.now() }
    const named = routes[0]?.class?.(asked)
    if (named) ticker.class = named
    else await settleFunds({ ctx: this.#ctx, rest: this.#rest, incoming, secret }, tickers)
    const route = routes.find(({ when }) => when?.(asked) ?? true)
    return route ? { route, asked } : null
  }

  /**
   * For GET and HEAD, makes the calls of all parts except the last, until one is refused. The last call is made later,
   * with a writer that sends the response.
   */
  async #prepare(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    root: string,
    { route, asked }: Found,
    secret: () => string,
  ): Promise<Prepared> {
    const parts = route.parts(asked)
    const last = parts.at(-1) ?? null
    const earlier: PartAnswer[] = []
    for (const part of ['GET', 'HEAD'].includes(incoming.method ?? '') ? parts.slice(0, -1) : []) {
      const question = { root, path: pathOf(part), query: queryOf(part), secret: secret(), refusal: null }
      const result = await this.#rest.ask(incoming, outgoing, question)
      if ('text' in result) earlier.push({ ...part, text: result.text })
      else if (!part.mayLack || !isOutOfReach(result.refusal)) return { earlier, last, refusal: result.refusal }
    }
    return { earlier, last, refusal: null }
  }

  /** The address at which the caller reached the gateway. */
  #origin({ headers: { host = '' } }: IncomingMessage): string {
    const { apiUrl, apiFreeUrl } = this.#ctx.settings
    return [apiUrl, apiFreeUrl].find((url) => new URL(url).host === host) ?? `http://${host}`
  }
}

function nextPage(
  address: string,
  query: URLSearchParams,
  keyParameter: string | undefined,
): (cursor: string) => string {
  return (cursor) => {
    const next = new URLSearchParams(query)
    if (keyParameter !== undefined) next.delete(keyParameter)
    next.set('cursor', cursor)
    return `${address}?${next}`
  }
}

function isOutOfReach({ error }: Refusal): boolean {
  return error === 'not_in_plan' || error === 'not_in_scope'
}

function pathOf(part: Part): string {
  return dataRoutes[part.call].path.replace('{class}', part.class)
}

function queryOf(part: Part): string {
  const query = new URLSearchParams({ format: 'json' })
  for (const [name, value] of Object.entries(part.query))
    if (value !== undefined) query.set(name, name === 'from' || name === 'to' ? timeText(value) : String(value))
  return query.toString()
}

/** A time in ms as ISO 8601, because our calls read a number with less than 12 digits as seconds. */
function timeText(value: string | number): string {
  return typeof value === 'number' && Math.abs(value) <= timeMax ? new Date(value).toISOString() : String(value)
}

/** The range of `Date`, ms. */
const timeMax = 8.64e15
