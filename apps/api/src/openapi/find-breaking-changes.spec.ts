import { findBreakingChanges, type Description } from './find-breaking-changes.js';

/** A description with one stable and one proposed operation, which a test changes. */
function describeOne(change: (parts: Parts) => void = () => undefined): Description {
  const parts: Parts = {
    operation: {
      operationId: 'listApps',
      'x-service-status': 'stable',
      parameters: [
        {
          name: 'limit',
          in: 'query',
          required: false,
          schema: { type: 'integer', minimum: 1, maximum: 100 },
        },
        { name: 'sort', in: 'query', required: false, schema: { type: 'string', enum: ['a', 'b'] } },
      ],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['side'],
              properties: {
                side: { type: 'string', enum: ['buy', 'sell'] },
                note: { type: 'string', maxLength: 9 },
              },
            },
          },
        },
      },
      responses: {
        200: {
          headers: { ETag: {} },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/App' } } },
        },
      },
    },
    schema: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', pattern: '^x' },
        stage: { type: 'string', enum: ['curve', 'graduated'] },
        price: { type: ['number', 'null'] },
        parent: { $ref: '#/components/schemas/App' },
        tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
      },
    },
  };
  change(parts);
  const document = {
    paths: { '/apps': { get: parts.operation }, '/new': { get: { 'x-service-status': 'proposed' } } },
    components: { schemas: { App: parts.schema } },
  };
  return JSON.parse(JSON.stringify(document)) as Description;
}

interface Parts {
  // Tests take these apart in every way that a change to the code could.
  operation: {
    operationId: string;
    'x-service-status': string;
    parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
    requestBody: { required?: boolean; content?: { 'application/json': { schema: SentSchema } } };
    responses: Record<string, { headers: Record<string, unknown>; content: object }>;
  };
  schema: { type: string; required: string[]; properties: Record<string, Record<string, unknown>> };
}

interface SentSchema {
  type: string;
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

function changesOfBody(change: (schema: SentSchema) => void): string[] {
  return changes(({ operation }) => {
    const schema = operation.requestBody.content?.['application/json'].schema;
    if (schema === undefined) throw new Error('no request body');
    change(schema);
  });
}

function changes(change: (parts: Parts) => void): string[] {
  return findBreakingChanges(describeOne(), describeOne(change));
}

describe('findBreakingChanges', () => {
  it('finds none in an enumeration with null that becomes an alternative, and one where it lost a word', () => {
    const words = { type: 'string', enum: ['curve', 'pool'] };
    const older = describeOne(({ schema }) => {
      schema.properties.stage = { type: ['string', 'null'], enum: [...words.enum, null] };
    });
    const alternative = (enumeration: readonly string[]): Description =>
      describeOne(({ schema }) => {
        schema.properties.stage = { anyOf: [{ ...words, enum: enumeration }, { type: 'null' }] };
      });
    expect(findBreakingChanges(older, alternative(words.enum))).toEqual([]);
    expect(findBreakingChanges(older, alternative([...words.enum, 'router']))).toEqual([
      'get /apps: response.stage: enum changed',
    ]);
  });

  it('finds none in an equal description, though schemas refer to themselves', () => {
    expect(changes(() => undefined)).toEqual([]);
  });

  it.each<[string, (parts: Parts) => void]>([
    [
      'a new optional parameter',
      ({ operation }) => operation.parameters.push({ name: 'q', in: 'query', required: false, schema: {} }),
    ],
    [
      'a freer bound',
      ({ operation }) => Object.assign(operation.parameters[0]?.schema ?? {}, { maximum: 200 }),
    ],
    [
      'a wider enumeration to send',
      ({ operation }) => Object.assign(operation.parameters[1]?.schema ?? {}, { enum: ['a', 'b', 'c'] }),
    ],
    ['a new property', ({ schema }) => (schema.properties['extra'] = { type: 'string' })],
    ['a property that is now always there', ({ schema }) => schema.required.push('stage')],
    ['a narrower response', ({ schema }) => (schema.properties['price'] = { type: 'number' })],
    [
      'a new header',
      ({ operation }) => Object.assign(operation.responses['200']?.headers ?? {}, { Link: {} }),
    ],
  ])('allows %s', (_what, change) => {
    expect(changes(change)).toEqual([]);
  });

  it.each<[string, (parts: Parts) => void, string]>([
    ['a lower status', ({ operation }) => (operation['x-service-status'] = 'proposed'), 'no longer stable'],
    ['another operationId', ({ operation }) => (operation.operationId = 'apps'), 'operationId changed'],
    ['a parameter less', ({ operation }) => operation.parameters.pop(), 'query parameter sort removed'],
    [
      'a new required parameter',
      ({ operation }) => operation.parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
      'query parameter q is now required',
    ],
    [
      'a parameter made required',
      ({ operation }) => Object.assign(operation.parameters[0] ?? {}, { required: true }),
      'query parameter limit is now required',
    ],
    [
      'a tighter bound',
      ({ operation }) => Object.assign(operation.parameters[0]?.schema ?? {}, { maximum: 50 }),
      'maximum is tighter',
    ],
    [
      'a new bound',
      ({ operation }) => Object.assign(operation.parameters[1]?.schema ?? {}, { maxLength: 5 }),
      'maxLength is tighter',
    ],
    [
      'a narrower enumeration to send',
      ({ operation }) => Object.assign(operation.parameters[1]?.schema ?? {}, { enum: ['a'] }),
      'sort: enum changed',
    ],
    [
      'a header less',
      ({ operation }) => delete operation.responses['200']?.headers['ETag'],
      'header ETag removed',
    ],
    ['a property less', ({ schema }) => delete schema.properties['stage'], 'response.stage: removed'],
    [
      'a nested property less',
      ({ schema }) =>
        (schema.properties['tags'] = { type: 'array', items: { type: 'object', properties: {} } }),
      'response.tags[].id: removed',
    ],
    [
      'a property that may be absent',
      ({ schema }) => schema.required.pop(),
      'response.name: may now be absent',
    ],
    [
      'a property that may be null',
      ({ schema }) =>
        (schema.properties['stage'] = { type: ['string', 'null'], enum: ['curve', 'graduated'] }),
      'response.stage: type changed',
    ],
    [
      'a wider enumeration in a response',
      ({ schema }) => (schema.properties['stage'] = { type: 'string', enum: ['curve', 'graduated', 'x'] }),
      'response.stage: enum changed',
    ],
    [
      'another type',
      ({ schema }) => (schema.properties['price'] = { type: ['string', 'null'] }),
      'response.price: type changed',
    ],
    [
      'another pattern',
      ({ schema }) => (schema.properties['name'] = { type: 'string', pattern: '^y' }),
      'response.name: pattern changed',
    ],
  ])('finds %s', (_what, change, expected) => {
    expect(changes(change)).toEqual([expect.stringContaining(expected)]);
  });

  it.each<[string, (schema: SentSchema) => void]>([
    ['a new property', ({ properties }) => (properties['extra'] = {})],
    ['a property that need not be sent', ({ required }) => required.pop()],
    [
      'a wider enumeration',
      ({ properties }) => (properties['side'] = { type: 'string', enum: ['buy', 'sell', 'x'] }),
    ],
  ])('allows %s in a request body', (_what, change) => {
    expect(changesOfBody(change)).toEqual([]);
  });

  it.each<[string, (schema: SentSchema) => void, string]>([
    ['a property less', ({ properties }) => delete properties['note'], 'request body.note: removed'],
    [
      'a property now required',
      ({ required }) => required.push('note'),
      'request body.note: is now required',
    ],
    [
      'a narrower enumeration',
      ({ properties }) => (properties['side'] = { type: 'string', enum: ['buy'] }),
      'request body.side: enum changed',
    ],
    [
      'a tighter bound',
      ({ properties }) => (properties['note'] = { type: 'string', maxLength: 5 }),
      'request body.note: maxLength is tighter',
    ],
  ])('finds %s in a request body', (_what, change, expected) => {
    expect(changesOfBody(change)).toEqual([expect.stringContaining(expected)]);
  });

  it('finds a request body that is gone, or needed now', () => {
    expect(changes(({ operation }) => delete operation.requestBody.content)).toEqual([
      'get /apps: request body removed',
    ]);
    expect(changes(({ operation }) => (operation.requestBody.required = true))).toEqual([
      'get /apps: request body is now required',
    ]);
  });

  it('finds a removed operation', () => {
    expect(findBreakingChanges(describeOne(), { paths: {} })).toEqual(['get /apps: removed']);
  });

  it('says nothing of operations that are not stable', () => {
    const proposed = describeOne(({ operation }) => (operation['x-service-status'] = 'proposed'));
    expect(findBreakingChanges(proposed, { paths: {} })).toEqual([]);
  });
});
