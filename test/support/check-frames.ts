import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Frame } from './stream-client.js';
import { closeSchema } from './http/close-schema.js';

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
  const { components } = closeSchema(readAsyncApi());
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
