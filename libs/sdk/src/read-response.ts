import { fail, SlipwayError, type ErrorDetails } from './errors.js';
import type { ApiErrorCode } from './generated/models.js';

interface Body {
  readonly text: string;
  /** @throws SlipwayError `invalid_response` when the text is no JSON */
  parse(): unknown;
}

/** A body as text, up to a size. */
export async function readBody(response: Response, maxBytes: number, name: string): Promise<Body> {
  const text = await readText(response, maxBytes, name);
  return {
    text,
    parse() {
      if (text === '') return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch (cause) {
        const type = response.headers.get('content-type') ?? 'no content type';
        const message = `${name}: the response is no JSON but ${type}, with status ${response.status}. Is baseUrl right?`;
        throw fail('invalid_response', message, { ...contextOf(response), cause });
      }
    },
  };
}

async function readText(response: Response, maxBytes: number, name: string): Promise<string> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      const message = `${name}: the response is larger than ${maxBytes} bytes`;
      throw fail('invalid_response', message, contextOf(response));
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** What the API says of an error, or that this is not the API's. */
export function toError(response: Response, body: Body, name: string): SlipwayError {
  const { error } = (parseEnvelope(body) ?? {}) as {
    error?: { code: ApiErrorCode; message: string; details?: object };
  };
  const context = contextOf(response);
  if (typeof error?.code === 'string') {
    const { code, message, details = {} } = error;
    return new SlipwayError<ApiErrorCode>(code, `${name}: ${message}${firstIssue(details)}`, {
      ...context,
      details,
    });
  }
  const message = `${name}: status ${response.status} without the API's error. Is baseUrl right?`;
  return fail('invalid_response', message, context);
}

/** What is wrong with a request, after the sentence of its error; the empty text where it is not told. */
function firstIssue({ issues }: ErrorDetails<'invalid_request'>): string {
  const issue = issues?.[0];
  return issue === undefined ? '' : ` ${issue.path}: ${issue.message}`;
}

function parseEnvelope(body: Body): unknown {
  try {
    return body.parse();
  } catch {
    // A proxy's page: the status is all that it says.
    return null;
  }
}

interface ResponseContext {
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

function contextOf({ status, headers }: Response): ResponseContext {
  return {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
}

/** Seconds, or the time of a proxy's. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
