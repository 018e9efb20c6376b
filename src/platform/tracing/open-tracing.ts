import type { OpenTracing, TracingOptions } from './open-telemetry.ts'

export type { OpenTracing } from './open-telemetry.ts'

/**
 * Only this function imports the packages of OpenTelemetry, so that a process without a collector does not load them.
 */
export async function openTracing(options: TracingOptions): Promise<OpenTracing> {
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(options)
}

/** Parses `name=value,name=value`, the form of OTEL_EXPORTER_OTLP_HEADERS. Values may be percent-encoded. */
export function readHeaders(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}
