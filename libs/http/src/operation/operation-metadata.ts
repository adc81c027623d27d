import type { IncomingMessage } from 'node:http';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Feature } from '@slipway/domain';
import type { ErrorCode } from '../errors/error-registry.js';
import type { CsvList } from './csv-list.js';

/**
 * Who may call an operation. `owner` compares the token's wallet with the path's `{address}`; `builder` asks for the key of a
 * builder that may have webhooks.
 */
export type Access = 'public' | 'optional' | 'bearer' | 'owner' | 'builder';

/** The rate budget an operation draws on. */
export type LimitClass = 'read' | 'heavy';

type ServiceStatus = 'stable' | 'proposed' | 'planned';

/**
 * How a response may be kept.
 * - `block`: a public read of chain data. The handler returns `AsOf<T>`; bytes are kept until the head moves.
 * - `minute`: the same, drawn or made at most once a minute: the kept response may be of a block a minute ago.
 * - `revalidate`: public, not tied to a block: `no-cache` with an ETag.
 * - `private`: `private, no-store`.
 */
export type Caching = 'block' | 'minute' | 'revalidate' | 'private';

/** What guards, limits, logs and the cache need to know about the operation that a request is for. */
export interface OperationMetadata {
  /** The operationId: unique, camelCase, stable for as long as the operation is. */
  readonly id: string;
  readonly status: ServiceStatus;
  readonly access: Access;
  readonly limit: LimitClass;
  /** How many requests of its budget one is worth: a whole number, from its line and headers alone. */
  readonly cost: (request: IncomingMessage) => number;
  readonly caching: Caching;
  /** Whether the handler returns `AsOf<T>`, which names the block. */
  readonly asOf: boolean;
  /** The media type of its success, whose handler returns bytes; null for JSON. */
  readonly mediaType: string | null;
  /** Its list, where it is served as CSV too; else null. */
  readonly csv: CsvList | null;
  /** Codes beyond those that follow from access and input, as declared. */
  readonly errors: readonly ErrorCode[];
  /** Whether parameters that it does not know are ignored: its dialect is somebody else's. */
  readonly ignoresUnknownQuery: boolean;
  /** The flag that it stops with when operators switch it off; null when it is always on. */
  readonly flag: Feature | null;
}

const OPERATION = Symbol('slipway:operation');
const INTERNAL = Symbol('slipway:internal');
const KNOWN_TO_CACHE = Symbol('slipway:known-to-cache');

export const SetOperation = (metadata: OperationMetadata): MethodDecorator =>
  SetMetadata(OPERATION, metadata);

/** The metadata of a route handler, or undefined when it carries no `@Operation`. */
export function findOperation(handler: object): OperationMetadata | undefined {
  return Reflect.getMetadata(OPERATION, handler) as OperationMetadata | undefined;
}

/**
 * Declares a route no operation of the interface (health, key sets): not described, not limited, open to all.
 * The reason is for readers of the code.
 */
export function Internal(reason: string): MethodDecorator {
  return applyDecorators(SetMetadata(INTERNAL, reason), ApiExcludeEndpoint());
}

/** Whether a route handler is declared to be no operation of the interface. */
export function isInternal(handler: object): boolean {
  return Reflect.hasMetadata(INTERNAL, handler);
}

/**
 * Declares a global guard, interceptor, pipe or filter that the response cache knows of: on public reads it does nothing,
 * or what the cache does itself. With any other one nothing is cached.
 */
export const KnownToCache = (): ClassDecorator => SetMetadata(KNOWN_TO_CACHE, true);

export function isKnownToCache(type: object | null | undefined): boolean {
  return type !== null && type !== undefined && Reflect.hasMetadata(KNOWN_TO_CACHE, type);
}
