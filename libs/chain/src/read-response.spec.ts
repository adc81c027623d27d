import { readResponse, type ResponseBody, type ToItem } from './read-response.js';

interface Item {
  readonly i: number;
}

const toNumber = (item: unknown): number => (item as Item).i;

/** Longer than the text parsed at once, several times. */
const MANY = Array.from({ length: 20_000 }, (_, i) => ({ i, data: '0x'.padEnd(60, '7') }));
const NUMBERS = MANY.map(({ i }) => i);

const MAX_BYTES = 32 * 1_024 * 1_024;

/** A body as it comes from a socket, also in pieces that end within a character. */
function read(text: string, toItem?: ToItem, maxBytes = MAX_BYTES): Promise<ResponseBody | null> {
  const bytes = Buffer.from(text);
  const size = 60_001;
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return readResponse(chunks, maxBytes, toItem);
}

describe('readResponse', () => {
  it.each<[string, string]>([
    ['as nodes write it', JSON.stringify({ jsonrpc: '2.0', id: 1, result: MANY })],
    ['with its members in another order', JSON.stringify({ result: MANY, id: 1, jsonrpc: '2.0' })],
    ['with spaces and lines', JSON.stringify({ jsonrpc: '2.0', id: 1, result: MANY }, null, 2)],
  ])('makes the same of a long list, %s', async (_what, text) => {
    const body = { jsonrpc: '2.0', id: 1, result: NUMBERS };
    expect(await read(text, toNumber)).toEqual({ isJson: true, body });
  });

  it('gives the loop its turn between parts', async () => {
    const text = JSON.stringify({ id: 1, result: MANY });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const parsed = read(text, (item) => {
      // A part takes longer than the timer's millisecond.
      for (const until = performance.now() + 0.001; performance.now() < until;);
      return toNumber(item);
    });
    await parsed;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it.each<[string, unknown]>([
    ['characters of several bytes', MANY.map(({ i }) => ({ i, text: '🚀é'.repeat(9) }))],
    ['braces and commas in texts', MANY.map(({ i }) => ({ i, text: '},{"i":7},'.repeat(20) }))],
    ['items in items', MANY.map(({ i }) => ({ i, more: [{ i: 1 }, { i: 2 }, {}] }))],
  ])('is not misled by %s', async (_what, result) => {
    const text = JSON.stringify({ id: 1, result });
    expect(await read(text, toNumber)).toEqual({ isJson: true, body: { id: 1, result: NUMBERS } });
  });

  it.each<[string, (text: string) => string]>([
    ['is cut short', (text) => text.slice(0, -1_000)],
    ['ends in an item', (text) => `${text.slice(0, -1_000)}]}`],
    ['ends in a comma', (text) => text.replace(/]}$/, ',]}')],
    ['lacks a comma', (text) => text.replaceAll('},{', '}{')],
    ['has a second list', (text) => `${text.slice(0, -1)},"result":[`],
  ])('says of a response that %s that it is no JSON', async (_what, spoil) => {
    const text = JSON.stringify({ id: 1, result: MANY });
    expect(await read(spoil(text), toNumber)).toEqual({ isJson: false, body: spoil(text) });
  });

  it('leaves a response without a list as it is', async () => {
    const failed = { id: 1, error: { code: -32_000, message: 'x'.repeat(1_000_000) } };
    expect(await read(JSON.stringify(failed), toNumber)).toEqual({ isJson: true, body: failed });
    expect(await read('null', toNumber)).toEqual({ isJson: true, body: null });
    expect(await read('', toNumber)).toEqual({ isJson: false, body: '' });
  });

  it('does not read on after the longest', async () => {
    const text = JSON.stringify({ id: 1, result: MANY });
    expect(await read(text, toNumber, text.length - 1)).toBeNull();
    expect(await read(text, toNumber, text.length)).not.toBeNull();
  });

  it('converts nothing when no conversion is given', async () => {
    const sent = { id: 1, result: MANY };
    expect(await read(JSON.stringify(sent))).toEqual({ isJson: true, body: sent });
  });
});
