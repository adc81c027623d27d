import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@slipway/http');

/**
 * Handles a request in a span, whose trace is the one that its client names (W3C Trace Context). A request that is not sampled
 * leaves nothing behind. No path, query or address is recorded.
 */
export function traceRequest(
  request: IncomingMessage & { readonly route?: { readonly path?: unknown } },
  response: ServerResponse,
  requestId: string,
  handle: () => void,
): void {
  const method = request.method ?? '';
  const parent = propagation.extract(ROOT_CONTEXT, request.headers);
  const attributes = { 'http.request.method': method, 'slipway.request_id': requestId };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  if (!span.isRecording()) {
    handle();
    return;
  }
  response.once('close', () => {
    const route = request.route?.path;
    if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), handle);
}
