import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether this process may receive traffic: from when every role runs until the first step of stopping. */
export class Readiness {
  #blocks = new Set<string>(['starting'])
  readonly #degraded = new Map<string, readonly string[]>()
  #hasStarted = false
  #isStopping = false

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

  /** Faults that do not take this process out of service. */
  get degraded(): string[] {
    return [...this.#degraded.values()].flat()
  }

  degrade(component: string, reasons: readonly string[]): void {
    this.#degraded.set(component, reasons)
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

type Health = { status: number; body: { status: string; reasons?: string[] } }

/** `/healthz/live`, `/healthz/ready` and `/healthz/startup`; null for any other path. */
export function healthOf(path: string, readiness: Readiness): Health | null {
  if (path === '/healthz/live') return { status: 200, body: { status: 'ok' } }
  if (path === '/healthz/startup')
    return readiness.hasStarted
      ? { status: 200, body: { status: 'started' } }
      : { status: 503, body: { status: 'not started', reasons: readiness.blocks } }
  if (path !== '/healthz/ready') return null
  if (!readiness.ready) return { status: 503, body: { status: 'not ready', reasons: readiness.blocks } }
  const reasons = readiness.degraded
  return { status: 200, body: reasons.length === 0 ? { status: 'ready' } : { status: 'degraded', reasons } }
}

/** Answers health checks, before the host is checked, since balancers often send none. Returns whether it answered. */
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
