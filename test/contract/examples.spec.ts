import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { inlineComponents } from '../../apps/api/src/openapi/json/inline-components.js';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema: object;
  }[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Bytes of `paths` in apps/api/openapi.json without blanks, an operation: 9,130 before components were shared. */
const MAX_PATHS_BYTES = 4_096;
/** The same of the whole description, schemas included. Lower it when the description gets smaller: it may not grow. */
const MAX_BYTES = 4_096;

const text = readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8');
const written = JSON.parse(text) as { readonly paths: Paths; readonly components: object };
const { paths, components } = inlineComponents(written);
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ key: `${method} ${path}`, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
// ajv-formats is CommonJS: TypeScript takes its default export for the module.
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

/** Mistakes in a value of a schema of the description. */
function mistakesOf(schema: object, value: unknown): unknown[] {
  const validate = ajv.compile({ ...schema, components });
  return validate(value) ? [] : (validate.errors ?? []);
}

describe('the size of the description', () => {
  it('is at most 4 KB an operation, without what is shared', () => {
    expect(Buffer.byteLength(JSON.stringify(written.paths)) / operations.length).toBeLessThanOrEqual(
      MAX_PATHS_BYTES,
    );
  });

  it('is at most 4 KB an operation, with everything', () => {
    expect(Buffer.byteLength(JSON.stringify(written)) / operations.length).toBeLessThanOrEqual(MAX_BYTES);
  });
});

describe.each(operations)('$key', ({ operation }) => {
  it('has an example of each body, which its schema takes', () => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const { content } of bodies.filter((body) => body !== undefined)) {
      const media = content?.['application/json'];
      if (media === undefined) continue;
      const values = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
      const given = values.filter((value) => value !== undefined);
      expect(given).not.toEqual([]);
      for (const value of given) expect(mistakesOf(media.schema, value)).toEqual([]);
    }
  });

  it('has an example of each error with its own code', () => {
    for (const [status, { description = '', content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const { example, examples = {} } = content!['application/json']!;
      const values = [example, ...Object.values(examples).map(({ value }) => value)];
      const codes = values.filter((value) => value !== undefined).map((value) => codeOf(value));
      const told = new Set([...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code));
      expect(codes).toEqual([...told]);
    }
  });

  it('has a value for each parameter that it needs', () => {
    for (const { name, required, example, schema } of operation.parameters ?? []) {
      if (required === true) expect([name, example]).not.toEqual([name, undefined]);
      if (example !== undefined) expect(mistakesOf(schema, example)).toEqual([]);
    }
  });
});

function codeOf(value: unknown): string {
  return (value as { readonly error: { readonly code: string } }).error.code;
}
