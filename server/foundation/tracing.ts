// Opens traces of emails on their way, by setting; where it is off, nothing of OpenTelemetry is loaded.
import type { Tracing, TracingOptions } from './tracing/step.ts'

export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing | null> {
  if (endpoint === null) return null
  const { startTracing } = await import('./tracing/otlp.ts')
  return startTracing(endpoint, options)
}
