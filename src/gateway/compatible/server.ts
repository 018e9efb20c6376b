import type { IncomingMessage, ServerResponse } from 'node:http'
import { dataRoutes } from '#src/contract/data/data.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { OtherCall, RestServer } from '../rest/server.ts'
import { gatewaySettings } from '../settings.ts'
import { massive } from './massive/massive.ts'
import type { Asked, Found, Route, Ticker } from './vendor/route.ts'
import { RouteTable, type Vendor } from './vendor/vendor.ts'
import { secretOf, VendorWriter } from './writer.ts'

/** The country of tickers without one. */
const vendorRegion = 'US'

const vendors: Readonly<Record<string, Vendor>> = { massive }

type Question = Omit<OtherCall, 'root'>
type Opened = { vendor: Vendor; table: RouteTable }

/** Answers calls in the form of other vendors, each as one call of the data REST. `COMPATIBLE_APIS` names them. */
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
    const { root, keyParameter, readTicker } = vendor
    const url = incoming.url ?? ''
    const mark = url.indexOf('?')
    let path = mark < 0 ? url : url.slice(0, mark)
    // Some clients append the whole path of a page's address to their own address, which ends with the root.
    while (path.startsWith(`${root}/`)) path = path.slice(root.length)
    const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
    const secret = () => secretOf(incoming, query.get(keyParameter))
    const call = {
      vendor,
      secret,
      found: null,
      next: nextPage(this.#origin(incoming) + root + path, query, keyParameter),
    }
    let question: Question = { path: root + path, query: '', refusal: null }
    let found: Found | null = null
    try {
      const match = table.find(path)
      if (match) {
        const { params, routes } = match
        const asked = { params, query, ticker: readTicker(params.ticker ?? ''), now: this.#ctx.clock.now() }
        await this.#settleClass(asked, routes, secret, incoming)
        const route = routes.find(({ when }) => when?.(asked) ?? true)
        found = route ? { route, asked } : null
      }
      if (found) {
        question = { ...question, path: pathOf(found) }
        question = { ...question, query: queryOf(found) }
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      question = { ...question, refusal: error }
    }
    this.#rest.answer(incoming, outgoing, { ...question, root }, new VendorWriter({ ...call, found }))
  }

  /**
   * A ticker without a prefix is a share or a fund. Only callers with a key may ask the database which it is; others
   * are refused by their key.
   */
  async #settleClass(
    asked: Asked,
    routes: readonly Route[],
    secret: () => string,
    incoming: IncomingMessage,
  ): Promise<void> {
    const { ticker } = asked
    const named = routes[0]?.class?.(asked)
    if (named) ticker.class = named
    else if (ticker.class === 'stock' && ticker.code !== '' && (await this.#isFund(ticker, secret, incoming)))
      ticker.class = 'fund'
  }

  async #isFund({ code }: Ticker, secret: () => string, incoming: IncomingMessage): Promise<boolean> {
    const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
    if ((await verifyKey(this.#ctx, secret(), address)).kind === 'refused') return false
    if ((await this.#rest.find('stock', code, vendorRegion)) !== null) return false
    return (await this.#rest.find('fund', code, vendorRegion)) !== null
  }

  /** The address by which the caller reached the gateway. */
  #origin({ headers: { host = '' } }: IncomingMessage): string {
    const { apiUrl, apiFreeUrl } = this.#ctx.settings
    return [apiUrl, apiFreeUrl].find((url) => new URL(url).host === host) ?? `http://${host}`
  }
}

function nextPage(address: string, query: URLSearchParams, keyParameter: string): (cursor: string) => string {
  return (cursor) => {
    const next = new URLSearchParams(query)
    next.delete(keyParameter)
    next.set('cursor', cursor)
    return `${address}?${next}`
  }
}

function pathOf({ route, asked }: Found): string {
  return dataRoutes[route.call].path.replace('{class}', asked.ticker.class)
}

function queryOf({ route, asked }: Found): string {
  const query = new URLSearchParams({ format: 'json' })
  for (const [name, value] of Object.entries(route.query(asked)))
    if (value !== undefined) query.set(name, String(value))
  return query.toString()
}
