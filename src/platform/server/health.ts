import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../clock.ts'

/** A component that does not work, with the reasons, since `since`, ms. */
export type Fault = { component: string; since: number; reasons: readonly string[] }

/**
 * Whether this process may receive traffic: true from the time when every role runs until the process begins to stop.
 */
export class Readiness {
  readonly #now: () => number
  #blocks = new Set<string>(['starting'])
  readonly #faults = new Map<string, Fault>()
  #hasStarted = false
  #isStopping = false

  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now
  }

  get ready(): boolean {
    return this.#blocks.size === 0
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get blocks(): string[] {
    return [...this.#blocks]
  }

  /**
   * The faults of components, such as stores. This process stays in service despite them, because the other processes
   * behind the same balancer use the same stores.
   */
  get faults(): Fault[] {
    return [...this.#faults.values()]
  }

  degrade(component: string, reasons: readonly string[]): void {
    if (reasons.length === 0) this.#faults.delete(component)
    else this.#faults.set(component, { component, since: this.#faults.get(component)?.since ?? this.#now(), reasons })
  }

  /** Marks that every role runs. */
  start(): void {
    this.#hasStarted = true
    this.#blocks.delete('starting')
  }

  stop(): void {
    this.#isStopping = true
    this.#blocks.add('stopping')
  }
}

type Health = {
  status: number
  body: {
    status: string
    reasons?: string[]
    faults?: { component: string; since: string; reasons: readonly string[] }[]
  }
}

/** `/healthz/live`, `/healthz/ready` and `/healthz/startup`; null for any other path. */
export function healthOf(path: string, readiness: Readiness): Health | null {
  if (path === '/healthz/live') return { status: 200, body: { status: 'ok' } }
  if (path === '/healthz/startup')
    return readiness.hasStarted
      ? { status: 200, body: { status: 'started' } }
      : { status: 503, body: { status: 'not started', reasons: readiness.blocks } }
  if (path !== '/healthz/ready') return null
  if (!readiness.ready) return { status: 503, body: { status: 'not ready', reasons: readiness.blocks } }
  if (readiness.faults.length === 0) return { status: 200, body: { status: 'ready' } }
  const faults = readiness.faults.map((fault) => ({ ...fault, since: new Date(fault.since).toISOString() }))
  return { status: 200, body: { status: 'degraded', reasons: faults.flatMap(({ reasons }) => reasons), faults } }
}

/**
 * Answers health checks before the host is checked, since balancers often send no host. Returns whether
 * the request was answered.
 */
export function answerHealth(incoming: IncomingMessage, outgoing: ServerResponse, readiness: Readiness): boolean {
  const { url = '/', method } = incoming
  if (!url.startsWith('/healthz/') || (method !== 'GET' && method !== 'HEAD')) return false
  const health = healthOf(url.split('?', 1)[0] ?? '', readiness)
  if (!health) return false
  const body = JSON.stringify(health.body)
  outgoing
    .writeHead(health.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...(health.status === 200 ? {} : { 'retry-after': '2' }),
    })
    .end(method === 'HEAD' ? undefined : body)
  return true
}
