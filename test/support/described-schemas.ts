import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>
  >;
  readonly components: object;
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const description = JSON.parse(
  readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8'),
) as Description;

const ajv = new Ajv2020({ strict: false, allErrors: true });
// ajv-formats is CommonJS: TypeScript takes its default export for the module.
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

/**
 * What is wrong with a JSON answer by the description, such as `findSchemaErrors('get /config', 200, body)`; an empty
 * list when nothing is.
 */
export function findSchemaErrors(operation: string, status: number, body: unknown): ErrorObject[] {
  const [method = '', path = ''] = operation.split(' ');
  const response = description.paths[path]?.[method]?.responses[String(status)];
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`no JSON of ${operation} is described for ${status}`);
  ajv.validate({ ...schema, components: description.components }, body);
  return ajv.errors ?? [];
}
