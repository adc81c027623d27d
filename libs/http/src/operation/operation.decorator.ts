import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import type { AsOf, Feature } from '@slipway/domain';
import { ERROR_CODES, ERRORS, KEY_ERRORS, type ErrorCode } from '../errors/error-registry.js';
import { csvListOf } from './csv-list.js';
import { ErrorDto, type UdfErrorDto } from './error.dto.js';
import { SetOperation, type Access, type Caching, type OperationMetadata } from './operation-metadata.js';
import { failureHeaders, successHeaders } from './response-headers.js';

/** What every operation that is made from chain data may be asked with. */
const MIN_BLOCK = {
  name: 'X-Min-Block',
  required: false,
  description: 'The block, or a later one, that the response is to be as of.',
  schema: { type: 'string', pattern: '^[0-9]{1,16}$' },
} as const;

interface OperationOptions extends Pick<OperationMetadata, 'id' | 'status' | 'access' | 'limit'> {
  readonly summary: string;
  /** Markdown: units, order, where the numbers come from. */
  readonly description: string;
  /** The body of a success, in brackets for an array of it; absent for a 204. */
  readonly response?: Type<unknown> | [Type<unknown>];
  /** The media type of a success that stays open, whose frames another description has. */
  readonly streams?: string;
  /** The media type of a success that is a picture: its handler returns a Buffer. */
  readonly picture?: string;
  /** Whether the one list of its response is served as CSV too, to those whose `Accept` prefers it. */
  readonly csv?: boolean;
  /** Default: `block` for public operations, `private` for all others. */
  readonly caching?: Caching;
  /** Whether a `private` or `revalidate` handler returns `AsOf<T>` too; a `block` handler always does. */
  readonly asOf?: boolean;
  /** Whether a `Link` header names the next page of its list. */
  readonly linksNextPage?: boolean;
  /** Default: one. */
  readonly cost?: OperationMetadata['cost'];
  /** Whether it reads a request body. */
  readonly hasBody?: boolean;
  /** Codes that do not follow from the rest: `not_found` for a lookup, `stale_root`, .. */
  readonly errors?: readonly ErrorCode[];
  /** The body of its errors, where it is more than the envelope. */
  readonly errorBody?: typeof UdfErrorDto;
  /** Whether query parameters that it does not know are ignored, because its dialect is somebody else's. */
  readonly ignoresUnknownQuery?: boolean;
  /** The flag that switches it: off, it responds with 503 with `details.feature`, before it reads any input. */
  readonly flag?: Feature;
}

/** Whether a handler returns `AsOf<T>`, by what its operation declares: a public read does, unless its `caching` says otherwise. */
type ReturnsAsOf<O extends OperationOptions> = O extends { readonly asOf: true }
  ? true
  : O extends { readonly caching: infer Kind }
    ? Kind extends 'block' | 'minute'
      ? true
      : false
    : O extends { readonly access: 'public' }
      ? true
      : false;

/** A decorator of handlers that return what their operation declares. */
type OperationDecorator<O extends OperationOptions> = <
  Handler extends (
    ...parameters: never[]
  ) => ReturnsAsOf<O> extends true ? AsOf<unknown> | Promise<AsOf<unknown>> : unknown,
>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Declares a route an operation of the interface. One declaration drives guards, limits, the cache, the access
 * log and the OpenAPI description; a test fails on a route without it.
 */
export function Operation<const O extends OperationOptions>(options: O): OperationDecorator<O> {
  const caching = options.caching ?? (options.access === 'public' ? 'block' : 'private');
  const { id, status, access, limit } = options;
  const metadata: OperationMetadata = {
    id,
    status,
    access,
    limit,
    cost: options.cost ?? (() => 1),
    caching,
    asOf: caching === 'block' || caching === 'minute' || options.asOf === true,
    mediaType: options.picture ?? null,
    csv: options.csv === true ? csvListOf(options.response as Type<unknown>) : null,
    errors: options.errors ?? [],
    ignoresUnknownQuery: options.ignoresUnknownQuery ?? false,
    flag: options.flag ?? null,
  };
  const headers = successHeaders(metadata, options.linksNextPage === true);
  const success = describeSuccess(options, headers);

  return applyDecorators(
    SetOperation(metadata),
    HttpCode(success.status),
    ApiOperation({ operationId: options.id, summary: options.summary, description: describe(options) }),
    ApiExtension('x-service-status', options.status),
    ApiExtension('x-rate-limit-class', options.limit),
    ...(options.flag === undefined ? [] : [ApiExtension('x-feature-flag', options.flag)]),
    ...(metadata.csv === null ? [] : [ApiExtraModels(options.response as Type<unknown>)]),
    ApiResponse(success),
    ...(caching === 'private'
      ? []
      : [
          ApiResponse({
            status: 304,
            description: 'You already have these bytes (If-None-Match). Headers are as of the 200.',
          }),
        ]),
    ...(metadata.asOf ? [ApiHeader(MIN_BLOCK)] : []),
    ...errorResponses(options, metadata.asOf),
    ...(options.access === 'owner' || options.access === 'bearer' ? [ApiBearerAuth('bearerAuth')] : []),
    ...(options.access === 'builder' ? [ApiSecurity('builderKey')] : []),
  );
}

/** The response of a success, with the body that it has. */
function describeSuccess(
  { summary, streams, picture, response, csv }: OperationOptions,
  headers: NonNullable<ApiResponseOptions['headers']>,
): ApiResponseOptions & { readonly status: number } {
  const text = { schema: { type: 'string' as const } };
  const done = { status: 200, description: 'Done.', headers };
  if (streams !== undefined) return { ...done, description: summary, content: { [streams]: text } };
  if (picture !== undefined)
    return { ...done, content: { [picture]: { schema: { ...text.schema, format: 'binary' } } } };
  if (response === undefined) return { ...done, status: 204 };
  if (csv !== true) return { ...done, type: response };
  const schema = { $ref: getSchemaPath(response as Type<unknown>) };
  return { ...done, content: { 'application/json': { schema }, 'text/csv': text } };
}

function describe({ description, flag }: OperationOptions): string {
  if (flag === undefined) return description;
  return (
    `${description}\n\nOperators can switch this off: while the flag \`${flag}\` of \`GET /config/features\` is false, every ` +
    `call returns 503 \`service_unavailable\` with \`details.feature: "${flag}"\`.`
  );
}

/** One response a status, naming every code that comes with it. */
function errorResponses(options: OperationOptions, hasAsOf: boolean): MethodDecorator[] {
  const codes = errorCodesOf(options);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return statuses.map((status) => {
    const ofStatus = codes.filter((code) => ERRORS[code].status === status);
    const description = ofStatus
      .flatMap((code) => messagesOf(code, options.access).map((message) => `\`${code}\`: ${message}`))
      .join('\n\n');
    return ApiResponse({
      status,
      description,
      headers: failureHeaders(status, hasAsOf),
      type: options.errorBody ?? ErrorDto,
    });
  });
}

/** What a code says on an operation, each cause by itself. Where no token is needed the key is the one that can be wrong, or missing. */
function messagesOf(code: ErrorCode, access: Access): readonly string[] {
  if (code !== 'unauthorized' && code !== 'forbidden') return [ERRORS[code].message];
  const ofKey = KEY_ERRORS[code];
  return access === 'public' || access === 'builder' ? [ofKey] : [ERRORS[code].message, ofKey];
}

/** Every code an operation can respond with, in the registry's order. */
function errorCodesOf({ access, status, hasBody = false, errors = [] }: OperationOptions): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_request',
    // A key that no builder has, or that is for other sites.
    'unauthorized',
    'forbidden',
    'request_timeout',
    'headers_too_large',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ]);
  if (access === 'owner') codes.add('not_found');
  if (status === 'planned') codes.add('not_implemented');
  if (hasBody) {
    codes.add('malformed_json').add('payload_too_large').add('unsupported_media_type');
  }
  for (const code of errors) codes.add(code);
  return ERROR_CODES.filter((code) => codes.has(code));
}
