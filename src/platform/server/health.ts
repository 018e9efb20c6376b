/** Whether this process may be sent traffic. Off until every role runs, and off again as the first step of stopping. */
export class Readiness {
  #blocks = new Set<string>(['starting'])
  readonly #degraded = new Map<string, readonly string[]>()

  get ready(): boolean {
    return this.#blocks.size === 0
  }

  get blocks(): string[] {
    return [...this.#blocks]
  }

  /** Faults that do not take this process out of service. */
  get degraded(): string[] {
    return [...this.#degraded.values()].flat()
  }

  degrade(part: string, reasons: readonly string[]): void {
    this.#degraded.set(part, reasons)
  }

  block(reason: string): void {
    this.#blocks.add(reason)
  }

  clear(reason: string): void {
    this.#blocks.delete(reason)
  }
}

/** `/healthz/live` and `/healthz/ready`, the same on both origins; null for any other path. */
export function healthResponse(path: string, readiness: Readiness): Response | null {
  const headers = { 'cache-control': 'no-store' }
  if (path === '/healthz/live') return Response.json({ status: 'ok' }, { headers })
  if (path !== '/healthz/ready') return null
  if (readiness.ready) {
    const reasons = readiness.degraded
    return Response.json(reasons.length === 0 ? { status: 'ready' } : { status: 'degraded', reasons }, { headers })
  }
  return Response.json(
    { status: 'not ready', reasons: readiness.blocks },
    { status: 503, headers: { ...headers, 'retry-after': '2' } },
  )
}
