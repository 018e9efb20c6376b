import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter, Histogram } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'
import type { Log } from '../platform.ts'

/** `route`: a pattern of the contract, never a path that a client wrote. `bytes`: the number of sent bytes. */
export type Answered = {
  method: string
  route: string
  status: number
  ms: number
  bytes: number
  keyId?: string | null
  requestId?: string
}

/** Upper bounds of the histogram of request times, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const knownMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])

/** The client disconnected before the response. */
export const leftStatus = 499

export function answeredWith({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : leftStatus
}

type Bound = { count: Counter.Internal; time: Histogram.Internal<string> }

/** Counts and times the requests to one server, and logs them if `ACCESS_LOG` is set. Health checks are not counted. */
export class Requests {
  readonly #role: string
  readonly #count: Counter
  readonly #time: Histogram
  readonly #accessLog: Log | null
  readonly #bound = new Map<string, Bound>()

  constructor(role: string, metrics: Metrics, accessLog: Log | null) {
    this.#role = role
    this.#count = metrics.counter('tapewire_http_requests_total', 'Requests by answer.', [
      'role',
      'method',
      'route',
      'status',
    ])
    this.#time = metrics.histogram(
      'tapewire_http_request_duration_seconds',
      'From the arrival of a request to its answer.',
      ['role', 'method', 'route'],
      buckets,
    )
    this.#accessLog = accessLog
  }

  /** Records a request when its response has been sent. Calls `routeOf` at that time. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse, routeOf: () => string): void {
    const began = performance.now()
    const { socket, method = '' } = incoming
    const before = socket.bytesWritten
    outgoing.once('close', () =>
      this.note({
        method,
        route: routeOf(),
        status: answeredWith(outgoing),
        ms: performance.now() - began,
        bytes: socket.bytesWritten - before,
      }),
    )
  }

  note(answered: Answered): void {
    const { method, route, status, ms } = answered
    const { count, time } = this.#of(method, route, status)
    count.inc()
    time.observe(ms / 1_000)
    this.#accessLog?.plain('request', { ...answered, ms: Math.round(ms * 100) / 100 })
  }

  #of(requestedMethod: string, route: string, status: number): Bound {
    const name = `${requestedMethod} ${route} ${status}`
    let bound = this.#bound.get(name)
    if (!bound) {
      const method = knownMethods.has(requestedMethod) ? requestedMethod : 'other'
      bound = {
        count: this.#count.labels(this.#role, method, route, String(status)),
        time: this.#time.labels(this.#role, method, route),
      }
      this.#bound.set(name, bound)
    }
    return bound
  }
}
