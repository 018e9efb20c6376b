import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import type { Asked, Route, Ticker } from './route.ts'

/** A vendor whose clients may call the gateway. */
export type Vendor = {
  /** The path below which the vendor's calls are. */
  root: string
  /** The query parameter that may contain the key. */
  keyParameter?: string
  /** The vendor's own headers that may contain a key. */
  keyHeaders?: readonly string[]
  /** Returns the key from these headers; empty if they have none. */
  keyInHeaders?: (headers: IncomingHttpHeaders) => string
  routes: readonly Route[]
  readTicker: (text: string) => Ticker
  /** Converts our refusal to the vendor's form. `status`: the HTTP status of the response. */
  refusal: (ours: ErrorEnvelope, status: number) => object
  /** The status of a refusal of a path below the root, if it differs from ours. */
  status?: (refusal: Refusal, path: string) => number | undefined
  /** Converts the headers of a response to the vendor's form. */
  headers?: (headers: Record<string, string | number>, now: number) => void
}

/** The routes with the pattern of a path. The `when` of a route states whether the route handles the call. */
export type Match = { params: Asked['params']; routes: readonly Route[] }

/** Finds the routes of a path, which is given without its root. */
export class RouteTable {
  readonly #patterns: readonly { path: RegExp; routes: readonly Route[] }[]

  constructor(routes: readonly Route[]) {
    this.#patterns = [...Map.groupBy(routes, ({ pattern }) => pattern)].map(([pattern, same]) => {
      const names = pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
      return { path: new RegExp(`^${names}$`), routes: same }
    })
  }

  find(path: string): Match | null {
    for (const { path: pattern, routes } of this.#patterns) {
      const match = pattern.exec(path)
      if (match) return { params: decoded(match.groups ?? {}), routes }
    }
    return null
  }
}

function decoded(groups: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    // A percent sign does not begin a valid UTF-8 sequence.
    throw refuse('invalid_encoding')
  }
}
