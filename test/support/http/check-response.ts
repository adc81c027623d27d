import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { inlineComponents } from '../../../apps/api/src/openapi/json/inline-components.js';
import { closeSchema } from './close-schema.js';

interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
}

interface DescribedOperation {
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** As much of an OpenAPI description as responses are checked by. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: object;
}

/** A response of the API port, and what it responds to. */
export interface ReceivedResponse {
  readonly method: string;
  /** Below the prefix, without the query: `/apps/0x..`. */
  readonly path: string;
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** Described as absent from some responses: of a last page, of final data, of JSON. */
const OPTIONAL_HEADERS: readonly string[] = ['Link', 'CDN-Cache-Control', 'Content-Disposition'];

/** A shared cache says it itself, where the API is gone. */
const OF_CACHES = 502;

/** A shared cache removes them from what it stores: they are of the client that asked first. */
const CLIENT_HEADERS: readonly string[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

const PRIVATE = 'private, no-store';

/** Compares responses with a description. */
export class ResponseChecker {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  /** Templates without parameters come first: `/apps/search` is not an app. */
  private readonly templates: readonly (readonly [path: string, pattern: RegExp])[];

  constructor(private readonly description: Description) {
    // ajv-formats is CommonJS: TypeScript takes its default export for the module.
    (formats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema(closeSchema(structuredClone(description)), 'description');
    this.templates = Object.keys(description.paths)
      .sort((one, other) => parametersOf(one) - parametersOf(other))
      .map((path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)]);
  }

  /** Each mistake as `get /apps 200: ..`; empty for no operation of the description. */
  check(response: ReceivedResponse): string[] {
    const method = response.method.toLowerCase().replace('head', 'get');
    const path = this.templates.find(([, pattern]) => pattern.test(response.path))?.[0];
    const operation = path === undefined ? undefined : this.description.paths[path]?.[method];
    if (path === undefined || operation === undefined) return [];
    if (response.status === OF_CACHES && response.header('x-cache') !== null) return [];
    const described = operation.responses[String(response.status)];
    const mistakes =
      described === undefined
        ? ['the status is not declared']
        : [
            ...this.checkHeaders(described, response, [path, method]),
            ...checkCaching(operation, response),
            ...(response.method === 'HEAD' ? [] : this.checkBody(described, response, [path, method])),
          ];
    return mistakes.map((mistake) => `${method} ${path} ${response.status}: ${mistake}`);
  }

  private checkBody(
    described: DescribedResponse,
    { status, header, text }: ReceivedResponse,
    place: readonly string[],
  ): string[] {
    if (described.content === undefined) return text === '' ? [] : ['has a body, which is not declared'];
    const type = (header('content-type') ?? '').split(';')[0] ?? '';
    if (!(type in described.content)) return [`the content type "${type}" is not declared`];
    if (type !== 'application/json') return [];
    const body = JSON.parse(text) as { readonly error?: { readonly code?: string } };
    const mistakes = this.validate([...place, 'responses', String(status), 'content', type, 'schema'], body);
    mistakes.push(
      ...inexactNumbers(text).map((number) => `${number} has more than ${DIGITS} digits that count`),
    );
    const code = body.error?.code;
    if (status >= 400 && !described.description.includes(`\`${code ?? ''}\`:`))
      mistakes.push(`the code "${code ?? ''}" is not declared`);
    return mistakes;
  }

  private checkHeaders(
    { headers = {} }: DescribedResponse,
    { status, header }: ReceivedResponse,
    place: readonly string[],
  ): string[] {
    const isStored = header('x-cache') !== null && header('cache-control') !== PRIVATE;
    const optional = isStored ? [...OPTIONAL_HEADERS, ...CLIENT_HEADERS] : OPTIONAL_HEADERS;
    return Object.entries(headers).flatMap(([name, declared]) => {
      const value = header(name);
      if (value === null) return status < 400 && !optional.includes(name) ? [`lacks the header ${name}`] : [];
      const isInteger = 'schema' in declared && (declared.schema as { type?: string }).type === 'integer';
      const at = [...place, 'responses', String(status), 'headers', name, 'schema'];
      return this.validate(at, isInteger ? Number(value) : value).map(
        (mistake) => `header ${name}${mistake}`,
      );
    });
  }

  private validate(pointer: readonly string[], value: unknown): string[] {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = this.ajv.getSchema(`description#/paths/${escaped.join('/')}`);
    if (validate === undefined) throw new Error(`no schema is described at ${pointer.join(' ')}`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(sayError);
  }
}

const DIGITS = 15;

/** Numbers of exact arithmetic are rounded to 15 digits (docs/http-contract.md section 1): a sum or product of doubles has more. */
function inexactNumbers(json: string): string[] {
  const numbers = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d+\.\d+(?:e[+-]?\d+)?/gi) ?? [];
  return numbers.filter((number) => {
    const digits = number.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
    return digits.length > DIGITS;
  });
}

/** No cache keeps a response for one client, or an error but a 404: docs/http-contract.md section 1. */
function checkCaching(
  { security, responses }: DescribedOperation,
  { status, header }: ReceivedResponse,
): string[] {
  // Only what caches may keep can be revalidated.
  const isPrivate = security !== undefined || !('304' in responses);
  if (!isPrivate && (status < 400 || status === 404)) return [];
  const caching = header('cache-control');
  if (caching === PRIVATE && header('cdn-cache-control') === null) return [];
  return [`may be kept: Cache-Control is "${caching ?? ''}" instead of "${PRIVATE}"`];
}

function sayError({ instancePath, message = '', params }: ErrorObject): string {
  const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
  return `${instancePath} ${message}${extra}`;
}

function parametersOf(path: string): number {
  return path.split('{').length;
}

/** The committed description, in which every operation has its parameters and responses itself. */
export function readDescription(): Description {
  const file = path.resolve('apps/api/openapi.json');
  return inlineComponents(JSON.parse(readFileSync(file, 'utf8')) as Description);
}
