import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@slipway/database');

/**
 * Runs a statement in a span of its own, where the request that it belongs to is recorded. No parameter is recorded: they are
 * what clients sent.
 */
export function traceStatement<T>(name: string | undefined, run: () => Promise<T>): Promise<T> {
  if (trace.getActiveSpan()?.isRecording() !== true) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name ?? 'unnamed' };
  const span = tracer.startSpan(name ?? 'statement', { kind: SpanKind.CLIENT, attributes });
  return run().then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    },
  );
}
