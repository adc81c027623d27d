import { readDescription } from './http/check-response.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: { readonly enum?: readonly unknown[] };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: object }>> };
}

/** A request that the description tells how to make. */
export interface DescribedRequest {
  /** Such as `get /apps/{tokenAddress}`. */
  readonly operation: string;
  readonly method: string;
  /** Below the prefix, filled in. */
  readonly path: string;
  readonly body: object | undefined;
  /** Whether the operation has pages. */
  readonly hasPages: boolean;
}

/** Values for parameters by their names, and for examples of the description as they are written. */
export type Known = Readonly<Record<string, string>>;

/** Requests of each operation of the description, but those that want a builder's key: with what it requires alone, and with each value of what it has beside that. */
export function describedRequests(known: Known): DescribedRequest[] {
  const { paths } = readDescription() as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation.security?.some((one) => 'builderKey' in one) === true
        ? []
        : requestsOf(method, path, operation, known),
    ),
  );
}

type Given = readonly [parameter: Parameter, value: unknown];

function requestsOf(method: string, path: string, operation: Operation, known: Known): DescribedRequest[] {
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
  const required = parameters
    .filter((one) => one.required === true)
    .map((one): Given => [one, valueOf(one, known)]);
  const variants = parameters.flatMap((one) =>
    (one.schema.enum ?? [valueOf(one, known)])
      .filter((value) => value !== undefined)
      .map((value): Given[] => [...required.filter(([other]) => other !== one), [one, value]]),
  );
  const example = operation.requestBody?.content['application/json']?.example;
  const body =
    example &&
    Object.fromEntries(Object.entries(example).map(([name, value]) => [name, replaceExample(value, known)]));
  const paths = new Set([required, ...variants].map((given) => fill(path, given)));
  const hasPages = parameters.some(({ name }) => name === 'cursor');
  return [...paths].map((filled) => ({
    operation: `${method} ${path}`,
    method,
    path: filled,
    body,
    hasPages,
  }));
}

function valueOf({ name, example }: Parameter, known: Known): unknown {
  return known[name] ?? replaceExample(Array.isArray(example) ? example.join() : example, known);
}

const replaceExample = (example: unknown, known: Known): unknown =>
  typeof example === 'string' ? (known[example] ?? example) : example;

function fill(path: string, given: readonly Given[]): string {
  const query = new URLSearchParams(
    given
      .filter(([one]) => one.in === 'query')
      .map(([one, value]): [string, string] => [one.name, String(value)]),
  );
  const filled = given
    .filter(([one]) => one.in === 'path')
    .reduce((text, [one, value]) => text.replace(`{${one.name}}`, encodeURIComponent(String(value))), path);
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}
