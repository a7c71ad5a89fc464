// Sends the steps of emails as spans to an OpenTelemetry collector (OTLP over HTTP).
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { sleep } from '../clock.ts'
import type { TracedStep, Tracing, TracingOptions } from './step.ts'

const delayMs = 2_000
const timeoutMs = 10_000
/** The server has ten seconds to stop, and a collector that is away is asked again and again. */
const stopMs = 2_000
/** Spans beyond these are dropped while the collector is away. */
const mostWaiting = 20_000

export function startTracing(endpoint: string, { version, hostId, log }: Omit<TracingOptions, 'endpoint'>): Tracing {
  // A collector that is away is no trouble of the emails'.
  const warn = (message: string) => log.warn({ message }, 'traces could not be sent')
  const quiet = () => undefined
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: timeoutMs })
  const ids = newIdGenerator()
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': 'mailferry', 'service.version': version, 'service.instance.id': hostId }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs, maxQueueSize: mostWaiting })],
  })
  const tracer = provider.getTracer('mailferry', version)
  return {
    record: ({ name, messageId, start, end, attributes = {}, error }) => {
      const place = ids.placeOf(messageId)
      const isRoot = name === 'received'
      ids.next = isRoot ? place : null
      const parent = trace.setSpanContext(ROOT_CONTEXT, { ...place, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      const span = tracer.startSpan(
        name,
        {
          ...{ kind: kindOf(name), startTime: start, root: isRoot },
          attributes: { 'mailferry.message_id': messageId, ...attributes },
        },
        isRoot ? ROOT_CONTEXT : parent,
      )
      ids.next = null
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
      span.end(end)
    },
    stop: () =>
      Promise.race([
        provider.shutdown().catch((cause: unknown) => log.warn({ err: cause }, 'the last traces could not be sent')),
        sleep(stopMs),
      ]),
  }
}

const kindOf = (name: TracedStep['name']): SpanKind => {
  if (name === 'received' || name === 'delivered' || name === 'read') return SpanKind.CONSUMER
  return name === 'sent' ? SpanKind.CLIENT : SpanKind.INTERNAL
}

interface Place {
  traceId: string
  spanId: string
}

/** The root of an email's trace has the same id in every process: nothing has to be stored or passed on. */
function newIdGenerator() {
  const random = new RandomIdGenerator()
  const generator = {
    /** Where the next span belongs, if it is the first of its trace. */
    next: null as Place | null,
    generateTraceId: () => generator.next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => generator.next?.spanId ?? random.generateSpanId(),
    placeOf: (messageId: string): Place => {
      const traceId = messageId.replaceAll('-', '').toLowerCase()
      return { traceId, spanId: traceId.slice(16) }
    },
  }
  return generator
}
