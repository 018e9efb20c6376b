import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { minuteMs } from '#src/contract/time.ts'
import type { Statement, Tracing } from '../platform.ts'
import { answeredWith } from '../server/requests.ts'

export type OpenTracing = Tracing & AsyncDisposable

export type TracingOptions = {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Readonly<Record<string, string>>
  /** Called if the collector does not accept spans, at most once a minute. */
  onFailure: (cause: unknown) => void
}

const statementCharsMax = 2_000
/** At a stop, the time in ms for the collector to accept the last spans. Spans that it has not accepted are lost. */
const flushMsMax = 1_000

export function startTracing({ endpoint, headers, resource, onFailure }: TracingOptions): OpenTracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, onFailure) })],
  })
  const tracer = provider.getTracer('tapewire')
  const requests = new AsyncLocalStorage<Context>()
  return {
    serve(incoming, outgoing, routeOf, answer) {
      const parent = new W3CTraceContextPropagator().extract(ROOT_CONTEXT, incoming.headers, defaultTextMapGetter)
      const span = tracer.startSpan(incoming.method ?? '', { kind: SpanKind.SERVER }, parent)
      outgoing.once('close', () => endRequest(span, incoming.method ?? '', routeOf(), answeredWith(outgoing)))
      requests.run(trace.setSpan(parent, span), answer)
    },
    noteStatement(statement) {
      const request = requests.getStore()
      if (request) noteStatement(tracer, request, statement)
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, flushMsMax).unref()),
      ])
    },
  }
}

/** Reports failed exports, since the exporter drops spans silently. */
function reporting(exporter: SpanExporter, onFailure: (cause: unknown) => void): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.error && now - reportedAt >= minuteMs) {
          reportedAt = now
          onFailure(result.error)
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

function endRequest(span: Span, method: string, route: string, status: number): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function noteStatement(tracer: Tracer, request: Context, { system, text, ms, failed }: Statement): void {
  const now = Date.now()
  const span = tracer.startSpan(
    system,
    {
      kind: SpanKind.CLIENT,
      startTime: now - ms,
      attributes: { 'db.system.name': system, 'db.query.text': text.slice(0, statementCharsMax) },
    },
    request,
  )
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(now)
}
