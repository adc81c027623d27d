import type { ResponseChecker } from './check-response.js';

/**
 * Runs before each suite (jest.config.mjs): every response that `fetch` receives from an API is compared with
 * apps/api/openapi.json. A test fails after its last line for what its requests received.
 */
const PREFIX = '/v1/';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly response: Response;
  /** Null for what the test stopped reading. */
  readonly text: Promise<string | null>;
}

const received: Received[] = [];
let checker: ResponseChecker | null = null;

const fetchUnchecked = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await fetchUnchecked(input, init);
  const path = new URL(response.url).pathname;
  if (path.startsWith(PREFIX) && !response.redirected) {
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    // Read now, compared after the test: what a test measures stays what it is.
    const text = response.clone().text();
    received.push({
      method,
      path: path.slice(PREFIX.length - 1),
      response,
      text: text.catch(() => null),
    });
  }
  return response;
};

async function expectDescribed(): Promise<void> {
  const mistakes = new Set<string>();
  for (const { method, path, response, text } of received.splice(0)) {
    const body = await text;
    if (body === null) continue;
    checker ??= await loadChecker();
    const header = (name: string): string | null => response.headers.get(name);
    for (const mistake of checker.check({ method, path, status: response.status, header, text: body }))
      mistakes.add(mistake);
  }
  if (mistakes.size > 0)
    throw new Error(
      `Responses are not as apps/api/openapi.json describes them:\n${[...mistakes].join('\n')}`,
    );
}

/** Loaded by the first suite that asks an API for something: most do not. */
async function loadChecker(): Promise<ResponseChecker> {
  const { ResponseChecker, readDescription } = await import('./check-response.js');
  return new ResponseChecker(readDescription());
}

afterEach(expectDescribed);
afterAll(expectDescribed);
