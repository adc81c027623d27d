import { parseResponse } from './parse-response.js';

interface Item {
  readonly i: number;
}

const toNumber = (item: unknown): number => (item as Item).i;

/** Longer than the text parsed at once, several times. */
const MANY = Array.from({ length: 20_000 }, (_, i) => ({ i, data: '0x'.padEnd(60, '7') }));
const NUMBERS = MANY.map(({ i }) => i);

describe('parseResponse', () => {
  it.each<[string, string]>([
    ['as nodes write it', JSON.stringify({ jsonrpc: '2.0', id: 1, result: MANY })],
    ['with its members in another order', JSON.stringify({ result: MANY, id: 1, jsonrpc: '2.0' })],
    ['with spaces and lines', JSON.stringify({ jsonrpc: '2.0', id: 1, result: MANY }, null, 2)],
  ])('makes the same of a long list, %s', async (_what, text) => {
    expect(await parseResponse(text, toNumber)).toEqual({ jsonrpc: '2.0', id: 1, result: NUMBERS });
  });

  it('gives the loop its turn between parts', async () => {
    const text = JSON.stringify({ id: 1, result: MANY });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const parsed = parseResponse(text, (item) => {
      // A part takes longer than the timer's millisecond.
      for (const until = performance.now() + 0.001; performance.now() < until;);
      return toNumber(item);
    });
    await parsed;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it.each<[string, unknown]>([
    ['braces and commas in texts', MANY.map(({ i }) => ({ i, text: '},{"i":7},'.repeat(20) }))],
    ['items in items', MANY.map(({ i }) => ({ i, more: [{ i: 1 }, { i: 2 }, {}] }))],
  ])('is not misled by %s', async (_what, result) => {
    const text = JSON.stringify({ id: 1, result });
    expect(await parseResponse(text, toNumber)).toEqual({ id: 1, result: NUMBERS });
  });

  it.each<[string, (text: string) => string]>([
    ['is cut short', (text) => text.slice(0, -1_000)],
    ['ends in an item', (text) => `${text.slice(0, -1_000)}]}`],
    ['lacks a comma', (text) => text.replaceAll('},{', '}{')],
    ['has a second list', (text) => `${text.slice(0, -1)},"result":[`],
  ])('says of a response that %s that it is no JSON', async (_what, spoil) => {
    const text = JSON.stringify({ id: 1, result: MANY });
    await expect(parseResponse(spoil(text), toNumber)).rejects.toThrow(SyntaxError);
  });

  it('leaves a response without a list as it is', async () => {
    const failed = { id: 1, error: { code: -32_000, message: 'x'.repeat(1_000_000) } };
    expect(await parseResponse(JSON.stringify(failed), toNumber)).toEqual(failed);
    expect(await parseResponse('null', toNumber)).toBeNull();
  });
});
