import { refuse } from '#src/contract/errors.ts'
import { sentHeaders } from '#src/platform/http/envelope.ts'
import type { Log } from '#src/platform/platform.ts'
import { connectionLimits } from '#src/platform/server/connections.ts'
import { Readiness } from '#src/platform/server/health.ts'
import { listen } from '#src/platform/server/server.ts'
import { type StartStep, startSteps } from '#src/platform/server/start-steps.ts'
import type { Settings } from '#src/platform/settings.ts'
import { refusalAnswer } from './views/refusal-page.ts'

/** Responds on the site's port until the site listens there. */
export type StartingSite = AsyncDisposable & {
  /** Shows the step whose first line of progress is `line`. Any other line changes nothing. */
  show(line: string): void
}

const connectionsMax = 1_000

/** Shows in the reader's language which step of the start is running, even before the stores are open. */
export async function openStartingSite(settings: Settings, log: Log): Promise<StartingSite | null> {
  // With port 0 the system chooses a port, which no reader knows yet.
  if (settings.port === 0) return null
  let step: StartStep = 'database'
  const server = await listen({
    setting: 'PORT',
    port: settings.port,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connections: connectionLimits(settings, connectionsMax),
    readiness: new Readiness(),
    log,
    fetch: async () => new Response(null, { status: 503 }),
    raw(incoming, outgoing) {
      const asked = { path: incoming.url ?? '/', headers: sentHeaders(incoming) }
      const refusal = refuse('not_ready', { retryAfter: 2, values: { step } })
      const { status, headers, body } = refusalAnswer(refusal, asked, settings.defaultLocale)
      const own = { connection: 'close', 'content-length': Buffer.byteLength(body) }
      outgoing.writeHead(status, { ...headers, ...own }).end(incoming.method === 'HEAD' ? undefined : body)
      return true
    },
  })
  return {
    show(line) {
      step = startSteps.find((known) => known.line.test(line))?.step ?? step
    },
    [Symbol.asyncDispose]: () => server.drain(0),
  }
}
