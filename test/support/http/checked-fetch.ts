import { noteResponse, takeMistakes } from './received-responses.js';

/**
 * Runs before each suite (jest.config.mjs): every response that it receives from an API is compared with
 * apps/api/openapi.json. A test fails after its last line for what its requests received.
 */
const fetchUnchecked = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await fetchUnchecked(input, init);
  if (!response.redirected) {
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const { url: target, status, headers } = response;
    const header = (name: string): string | null => headers.get(name);
    const reading = response.clone().text();
    noteResponse(reading.then((text) => ({ method, target, status, header, text })));
  }
  return response;
};

async function expectDescribed(): Promise<void> {
  const mistakes = await takeMistakes();
  if (mistakes.length > 0)
    throw new Error(`Responses are not as apps/api/openapi.json describes them:\n${mistakes.join('\n')}`);
}

afterEach(expectDescribed);
afterAll(expectDescribed);
