import type { Span, Tracer } from '@opentelemetry/api'
import type { Config } from './config.ts'

type Attributes = Record<string, string | number | boolean>

let tracer: Tracer | null = null

/** Sends spans to an OpenTelemetry collector when one is configured; otherwise nothing of it is loaded. */
export async function startTracing(config: Config): Promise<() => Promise<void>> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => undefined
  const { context } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'alongside' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  // Without a context manager every span would be a trace of its own.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  tracer = provider.getTracer('alongside')
  return async () => {
    tracer = null
    context.disable()
    await provider.shutdown()
  }
}

/** Does the work inside a span; with tracing off, just does it. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  return tracer.startActiveSpan(name, { attributes }, async (span: Span) => {
    try {
      return await work()
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error))
      // 2 is ERROR in the API's enumeration, which is not loaded while tracing is off.
      span.setStatus({ code: 2 })
      throw error
    } finally {
      span.end()
    }
  })
}
