import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Frame } from './stream-client.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object }>>;
    readonly schemas: object;
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
// ajv-formats is CommonJS: TypeScript takes its default export for the module.
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

/** The committed description of the stream. */
export function readAsyncApi(): AsyncApi {
  const file = new URL('../../apps/api/asyncapi.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as AsyncApi;
}

/** In what frames are not as apps/api/asyncapi.json describes them. */
export function mistakesOfFrames(frames: readonly Frame[]): string[] {
  const { components } = close(readAsyncApi() as unknown as Json) as unknown as AsyncApi;
  const mistakes = frames.flatMap(({ event, data }) => {
    const message = components.messages[event];
    if (message === undefined) return [`${event} is not described`];
    const key = `frame ${event}`;
    const validate =
      ajv.getSchema(key) ?? ajv.addSchema({ ...message.payload, components }, key).getSchema(key);
    if (validate === undefined) throw new Error(`no schema of ${event}`);
    if (validate(data)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message: text = '', params }) =>
        `${event} ${instancePath} ${text} ${JSON.stringify(params)}`,
    );
  });
  return [...new Set(mistakes)];
}

/** In a schema with properties no other ones are allowed. */
function close(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) close(part);
  if (!Array.isArray(value) && typeof value['properties'] === 'object')
    value['additionalProperties'] ??= false;
  return value;
}
