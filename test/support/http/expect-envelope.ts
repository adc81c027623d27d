/** What of a response the envelope is checked by; `fetch` and raw sockets both give it. */
export interface ErrorResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

interface Envelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: {
      readonly reason?: string;
      readonly issues?: readonly { path: string; message: string }[];
    };
  };
}

/** Of a 404 of a public read, which shared caches may keep for a moment. */
export const SHARED_NOT_FOUND = 'public, max-age=0, s-maxage=2';

/** Checks everything that all error responses have in common, and returns the error. */
export function expectEnvelope(
  { status, header, text }: ErrorResponse,
  expected: [status: number, code: string],
  cacheControl = 'private, no-store',
): Envelope['error'] {
  const body = JSON.parse(text) as Envelope;
  expect([status, body.error.code]).toEqual(expected);
  expect(Object.keys(body)).toEqual(['error']);
  expect(Object.keys(body.error)).toEqual(['code', 'message', 'details']);
  expect(header('content-type')).toBe('application/json; charset=utf-8');
  expect(header('cache-control')).toBe(cacheControl);
  expect(header('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(header('access-control-allow-origin')).toBe('*');
  expect(header('access-control-expose-headers')).toContain('X-Request-Id');
  expect(header('x-powered-by')).toBeNull();
  if (status === 400) expect(body.error.details.issues?.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThan(4_096);
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|SELECT/);
  return body.error;
}

/** The same for what `fetch` returned; consumes the body. */
export async function expectError(
  response: Response,
  expected: [status: number, code: string],
  cacheControl?: string,
): Promise<Envelope['error']> {
  const header = (name: string): string | null => response.headers.get(name);
  const text = await response.text();
  return expectEnvelope({ status: response.status, header, text }, expected, cacheControl);
}
