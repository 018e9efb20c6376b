import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { minuteMs } from '#src/contract/time.ts'
import type { LoopWatch } from '../metrics/loop-watch.ts'
import type { Log, Tracing } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { type ConnectionLimits, Connections } from './connections.ts'
import { sayFarewell } from './farewell.ts'
import { answerHealth, type Readiness } from './health.ts'
import { refuseOverLimit, refuseOverLimitSocket } from './over-limit.ts'
import type { Requests } from './requests.ts'

export type ServerOptions = {
  /** The setting of the port, for the error message when the port is in use. */
  setting: string
  port: number
  host: string | null
  /** Without `host`, refuses callers from other machines, because a sandbox shows its mailbox to all its callers. */
  loopbackOnly: boolean
  connections: ConnectionLimits
  fetch: (request: Request, env: { incoming: IncomingMessage }) => Promise<Response>
  /** May handle a request before `fetch`, with Node's own objects. Returns false to pass it on. */
  raw?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Answers `/healthz/…`. While the process is stopping, each response closes its connection. */
  readiness?: Readiness
  log: Log
  loop?: LoopWatch
  requests?: Requests | null
  tracing?: Tracing | null
}

export type RunningServer = AsyncDisposable & {
  port: number
  server: Server
  /** Accepts no new connections. Open connections stay. */
  leavePort(): void
  /**
   * Accepts no new connections, and resolves when running requests are answered. Closes the remaining connections after
   * `withinMs`. Disposing does the same.
   */
  drain(withinMs?: number): Promise<void>
}

const headersMs = 10_000
const requestMs = 30_000
const idleMs = 65_000
/**
 * A connection without any data in either direction is closed after this time, ms, even during a request or response.
 */
const stalledMs = minuteMs
const drainMs = 3_000
/** At a stop, a request that is arriving gets this time, ms. Then connections without a complete request are closed. */
const arrivingMs = 250

/** Resists slow or greedy clients: headers in 10 s, request in 30 s, connections limited in total and per client. */
export async function listen(options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    noDelay: true,
    requireHostHeader: true,
  })
  server.timeout = stalledMs
  server.maxConnections = options.connections.max
  const connections = new Connections(options.connections)
  server.maxHeadersCount = 100
  const listener = getRequestListener((request, env) => options.fetch(request, env as { incoming: IncomingMessage }), {
    overrideGlobalObjects: false,
    errorHandler: () => new Response(null, { status: 400 }),
  })
  options.loop?.follow(server)
  server.on('connection', (socket) => connections.enter(socket))
  server.on('request', (incoming, outgoing) => {
    options.loop?.name(`${incoming.method} other`)
    if (options.readiness?.isStopping) outgoing.shouldKeepAlive = false
    if (!connections.begin(incoming, outgoing)) refuseOverLimit(incoming, outgoing)
    else if (hasTwoHosts(incoming.rawHeaders))
      outgoing.writeHead(400, { 'content-length': 0, connection: 'close' }).end()
    else if (options.readiness && answerHealth(incoming, outgoing, options.readiness)) return
    else {
      const answer = () => {
        if (!options.raw?.(incoming, outgoing)) void listener(incoming, outgoing)
      }
      const routeOf = routeUnderWay(options.loop)
      options.requests?.follow(incoming, outgoing, routeOf)
      if (options.tracing) options.tracing.serve(incoming, outgoing, routeOf, answer)
      else answer()
    }
  })
  server.on('upgrade', (incoming, socket, head) => {
    if (!connections.upgrade(incoming, socket)) refuseOverLimitSocket(incoming, socket)
    else if (options.upgrade) options.upgrade(incoming, socket, head)
    else sayFarewell(socket, 'HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  server.on('clientError', (error, socket) => answerBroken(error, socket))
  if (options.loopbackOnly && options.host === null) turnAwayOthers(server, options.log)
  await bind(server, options)
  let drained: Promise<void> | null = null
  const drain = (withinMs = drainMs) => {
    drained ??= drainServer(server, connections, withinMs)
    return drained
  }
  const leavePort = () => {
    // `close` of an HTTP server would also close connections that are about to send a request.
    NetServer.prototype.close.call(server)
  }
  return { server, port: portOf(server), leavePort, drain, [Symbol.asyncDispose]: () => drain() }
}

/**
 * Returns a function for the loop watch's route names without the method, which is a separate label. Names of page
 * routes do not begin with a slash, so the function adds one.
 */
function routeUnderWay(loop: LoopWatch | undefined): () => string {
  const named = loop?.routeUnderWay()
  return () => {
    const route = named?.().replace(/^[A-Z]+ /, '') ?? 'other'
    return route === 'other' || route.startsWith('/') ? route : `/${route}`
  }
}

async function drainServer(server: Server, connections: Connections, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  connections.drain()
  const timers = [
    setTimeout(() => connections.closeSilent(), Math.min(arrivingMs, withinMs)),
    setTimeout(() => connections.closeAll(), withinMs),
  ]
  await closed
  for (const timer of timers) clearTimeout(timer)
  connections[Symbol.dispose]()
}

function bind(server: Server, { port, host, setting }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new SettingsError(`Port ${port} is taken by another program. Stop it, or set ${setting} to another port.`),
        )
      } else if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
        reject(new SettingsError(`${setting}=${port} cannot be opened${host ? ` on ${host}` : ''}: ${error.code}.`))
      } else reject(error)
    })
    server.listen({ port, ...(host ? { host } : {}), backlog: 1_024 }, resolve)
  })
}

/** Answers requests that the HTTP parser refuses, with the right status and no details. */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = isLongAddress(error)
    ? '414 URI Too Long'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  sayFarewell(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Whether a request has several `Host` headers. A proxy in front may have used another of them than Node does. */
function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

function isLongAddress(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): boolean {
  const head = error.rawPacket
  return (
    error.code === 'HPE_HEADER_OVERFLOW' &&
    head !== undefined &&
    /^(GET|HEAD) \/[^\r\n]*$/.test(head.toString('latin1'))
  )
}

function turnAwayOthers(server: Server, log: Log): void {
  let said = false
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    if (address.startsWith('127.') || address === '::1') return
    socket.destroy()
    if (!said)
      log.warn('a visitor was turned away: the sandbox answers this machine only. HOST=0.0.0.0 opens it.', { address })
    said = true
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
