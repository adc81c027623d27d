import type { IncomingMessage } from 'node:http';
import { cpuOf } from '../../../../test/support/cpu-of.js';
import { readJsonBody } from './json-body.js';

/** The headers are checked before a byte of the body is read. */
function withType(type: string): IncomingMessage {
  return { headers: { 'content-type': type, 'content-length': '2' } } as IncomingMessage;
}

describe('a Content-Type of 15 KB', () => {
  it.each([
    ['blanks and x', `application/json${' '.repeat(15_000)}x`],
    ['tabs', `application/json; charset=utf-8${'\t'.repeat(15_000)}x`],
    ['a charset after blanks', `application/json;${' '.repeat(15_000)}charset=x`],
  ])('of %s is refused for little of the CPU', async (_what, type) => {
    const read = (): Promise<unknown> => readJsonBody(withType(type));
    await expect(read()).rejects.toMatchObject({ code: 'unsupported_media_type' });
    expect(cpuOf(() => read().catch(() => undefined))).toBeLessThan(50);
  });
});
