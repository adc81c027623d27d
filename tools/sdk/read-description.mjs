/**
 * What the SDK takes from the HTTP description: its operations as data, and the types of what goes in and comes out. Examples, headers and
 * errors are left out: they are three quarters of the description and no part of a type.
 */

/** POSTs that may be sent twice: they store nothing, or, as a challenge, nothing that is missed. */
const REPEATABLE_POSTS = new Set([
  'createChallenge',
  'preflightLaunch',
  'createTradePayload',
  'createLaunchPayload',
  'explainPayload',
  'createClaimPayload',
]);

/** Lists that go on from what they returned, without a cursor: the function of src/next-page.ts that says how. */
const NEXT_PAGES = { listCandles: 'nextCandles' };

const refName = (ref) => ref.split('/').at(-1);

function resolve(document, part) {
  if (part.$ref === undefined) return part;
  const [, , group, name] = part.$ref.split('/');
  return document.components[group][name];
}

/** A copy without examples. Properties of a schema may be named so. */
function withoutExamples(part, isProperties = false) {
  if (Array.isArray(part)) return part.map((item) => withoutExamples(item));
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isProperties || (name !== 'example' && name !== 'examples'))
      .map(([name, value]) => [name, withoutExamples(value, name === 'properties' && !isProperties)]),
  );
}

/** Each operation with its method and path. */
export function readOperations(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(document, path, method, operation)),
  );
}

function toOperation(document, path, method, operation) {
  const id = operation.operationId;
  const success = resolve(document, operation.responses[200] ?? operation.responses[204] ?? {});
  const content = success.content?.['application/json'];
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  for (const { name, explode, schema } of parameters)
    if (schema.type === 'array' && explode !== false)
      throw new Error(`${id}: the SDK joins lists by commas, and ${name} is sent otherwise`);
  const items = content === undefined ? null : itemsOf(document, parameters, success, content.schema);
  return {
    id,
    path,
    method: method.toUpperCase(),
    summary: operation.summary,
    access: accessOf(operation),
    limit: operation['x-rate-limit-class'],
    status: operation['x-service-status'],
    isRepeatable: method === 'get' || REPEATABLE_POSTS.has(id),
    kind: content !== undefined ? 'json' : success.content === undefined ? 'empty' : 'raw',
    accept: content === undefined ? Object.keys(success.content ?? {})[0] : undefined,
    items,
    nextPage: NEXT_PAGES[id],
  };
}

function accessOf({ security = [{}] }) {
  if (security.some((entry) => Object.keys(entry).length === 0)) return 'public';
  return security.some((entry) => 'builderKey' in entry) ? 'builder' : 'bearer';
}

/** Where a page has its items: the name of an array, '' for a page that is one, null for what has no pages. */
function itemsOf(document, parameters, success, schema) {
  const hasCursor = parameters.some(({ name }) => name === 'cursor' || name === 'from');
  if (!hasCursor) return null;
  const page = resolve(document, schema);
  if (page.type === 'array') return '';
  const arrays = Object.entries(page.properties ?? {}).filter(([, { type }]) => type === 'array');
  const isPaged = page.properties?.nextCursor !== undefined || success.headers?.Link !== undefined;
  const isSeries = page.properties?.candles !== undefined;
  return arrays.length === 1 && (isPaged || isSeries) ? arrays[0][0] : null;
}

/** The description as the generator of types is given it. */
export function pruneDescription(document) {
  const pruned = withoutExamples(document);
  for (const methods of Object.values(pruned.paths))
    for (const operation of Object.values(methods)) {
      operation.parameters = operation.parameters?.filter(
        (parameter) => resolve(pruned, parameter).in !== 'header',
      );
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, { description, content }]) => [
            status,
            { description, ...(content && { content }) },
          ]),
      );
    }
  const { schemas } = pruned.components;
  const parameters = Object.fromEntries(
    Object.entries(pruned.components.parameters).filter(([, parameter]) => parameter.in !== 'header'),
  );
  return { ...pruned, components: { schemas, parameters } };
}

/** Codes of errors, from the table of the description. */
export function readErrorCodes({ info }) {
  const codes = [...info.description.matchAll(/^\| \d{3} \| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  if (codes.length === 0) throw new Error('the description has no table of error codes');
  return codes;
}

/** Frames of the stream as a description that the generator of types reads. */
export function toFrameDescription({ info, components }) {
  return { openapi: '3.1.0', info, paths: {}, components: { schemas: withoutExamples(components.schemas) } };
}

/** Event names of the stream, each with the name of its data's schema. */
export function readFrames({ components }) {
  return Object.entries(components.messages).map(([event, { payload }]) => [event, refName(payload.$ref)]);
}
