import { inlineComponents } from './json/inline-components.js';
import type { JsonObject } from './json/json.js';
import { shareProperties } from './share-properties.js';

const long = (word: string): JsonObject => ({ type: 'string', description: word.repeat(60) });

const SUMMARY: JsonObject = {
  type: 'object',
  properties: { name: long('name '), symbol: long('sign ') },
  required: ['name'],
};

const detail = (properties: JsonObject = {}, required: readonly string[] = ['name', 'more']): JsonObject => ({
  type: 'object',
  description: 'A detail.',
  properties: { ...(SUMMARY['properties'] as JsonObject), more: { type: 'number' }, ...properties },
  required,
});

describe('shareProperties', () => {
  it('refers to the schema whose properties another one has, and back', () => {
    const schemas = { Summary: SUMMARY, Detail: detail() };
    const shared = shareProperties(schemas);
    expect(shared).toEqual({
      Summary: SUMMARY,
      Detail: {
        description: 'A detail.',
        allOf: [
          { $ref: '#/components/schemas/Summary' },
          { type: 'object', properties: { more: { type: 'number' } }, required: ['more'] },
        ],
      },
    });
    expect(inlineComponents({ components: { schemas: shared } })).toEqual({ components: { schemas } });
  });

  it('goes back through a schema that refers to one itself', () => {
    const schemas = { Summary: SUMMARY, Detail: detail(), Whole: detail({ all: long('all ') }) };
    expect(inlineComponents({ components: { schemas: shareProperties(schemas) } })).toEqual({
      components: { schemas },
    });
  });

  it.each<[string, JsonObject]>([
    ['one of them is another', detail({ name: { type: 'number' } })],
    ['one of them may be absent', detail({}, ['more'])],
    ['one of them may not be absent', detail({}, ['name', 'symbol'])],
    ['there are no more of them', SUMMARY],
  ])('leaves a schema as it is where %s', (_where, schema) => {
    const schemas = { Summary: SUMMARY, Detail: schema };
    expect(shareProperties(schemas)).toEqual(schemas);
  });
});
