import type { JsonObject } from '../../openapi/json/json.js';
import { compileShape } from './schemas/result-shape.js';
import { toResult } from './tool-result.js';

const schema = {
  type: 'object',
  properties: {
    asOf: { type: 'object', properties: { block: { type: 'integer' }, time: { type: 'string' } } },
    apps: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          launchedAt: { type: 'string' },
          priceUsd: { type: ['number', 'null'] },
          data: { type: 'string' },
          untrusted: { type: 'object', properties: { name: { type: 'string' } } },
        },
      },
    },
    nextCursor: { type: ['string', 'null'] },
  },
} satisfies JsonObject;

const shape = compileShape(schema, new Set(['data']));
const time = new Date('2026-11-24T00:00:00Z');
const asOf = { block: 7n, time, hash: '7', version: '7' };
const toApp = (name: string): object => ({ launchedAt: time, priceUsd: null, name, colour: 'red' });
const resultOf = (names: readonly string[], options: Partial<Parameters<typeof toResult>[1]> = {}) =>
  toResult(
    { asOf, body: { apps: names.map(toApp), nextCursor: null, left: undefined } },
    { shape, fields: null, isLongAsked: false, showsUntrusted: true, ...options },
  );

describe('toResult', () => {
  it('has what the schema has, as it is sent, and strangers’ texts apart', () => {
    const { structuredContent, text } = resultOf(['Atlas']);
    expect(structuredContent).toEqual({
      asOf: { block: 7, time: '2026-11-24T00:00:00.000Z' },
      apps: [{ launchedAt: '2026-11-24T00:00:00.000Z', priceUsd: null, untrusted: { name: 'Atlas' } }],
      nextCursor: null,
    });
    expect(text).toBe(JSON.stringify(structuredContent));
  });

  it('cuts strangers’ texts until it fits 4 KB, between code points, and never figures', () => {
    const long = '\u{1F680}'.repeat(500);
    const namesOf = (many: number) =>
      (resultOf(Array.from({ length: many }, () => long)).structuredContent['apps'] as JsonObject[]).map(
        ({ untrusted }) => (untrusted as { readonly name: string } | undefined)?.name,
      );
    expect(namesOf(1)).toEqual([`${'\u{1F680}'.repeat(160)}…`]);
    expect(namesOf(10)[0]).toBe(`${'\u{1F680}'.repeat(40)}…`);
    expect(namesOf(30)[29]).toBe(`${'\u{1F680}'.repeat(10)}…`);
    expect(namesOf(40)).toEqual(Array.from({ length: 40 }, () => undefined));
  });

  it.each([159, 160, 161])('marks a text of %i code points as cut only when it is', (points) => {
    const text = '\u{1F680}'.repeat(points);
    const [app] = resultOf([text]).structuredContent['apps'] as JsonObject[];
    const name = points > 160 ? `${'\u{1F680}'.repeat(160)}…` : text;
    expect(app?.['untrusted']).toEqual({ name });
  });

  it('does not count calldata', () => {
    const app = { ...toApp('Atlas'), data: `0x${'ab'.repeat(5_000)}` };
    const { structuredContent } = toResult(
      { asOf, body: { apps: [app] } },
      { shape, fields: null, isLongAsked: false, showsUntrusted: true },
    );
    expect(structuredContent['apps']).toEqual([
      expect.objectContaining({ data: app.data, untrusted: { name: 'Atlas' } }),
    ]);
  });

  it('cuts nothing when more was asked for, and leaves out what was not', () => {
    const long = 'a'.repeat(5_000);
    expect(resultOf([long], { isLongAsked: true }).text).toContain(long);
    expect(resultOf([long], { isLongAsked: true, fields: ['apps.priceUsd'] }).structuredContent).toEqual({
      asOf: { block: 7, time: '2026-11-24T00:00:00.000Z' },
      apps: [{ priceUsd: null }],
    });
    expect(resultOf(['Atlas'], { showsUntrusted: false }).text).not.toContain('Atlas');
  });
});
