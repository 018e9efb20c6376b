import type { OpenTracing, TracingOptions } from './open-telemetry.ts'

export type { OpenTracing } from './open-telemetry.ts'

/**
 * Only this function imports the packages of OpenTelemetry, so that a process without a collector does not load them.
 */
export async function openTracing(options: TracingOptions): Promise<OpenTracing> {
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(options)
}
